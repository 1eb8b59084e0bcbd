/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a small random multi-threaded C program: `generate SEED [wide|cancel|reuse|pointers] >
 * program.c`. The same seed gives the same program everywhere. A wide one also has arbitrary
 * numbers of eight bits, of which a search may want to keep unknown what does not matter; with
 * `cancel`, threads are cancelled and have cleanup handlers; with `reuse`, addresses of blocks and
 * locals are kept after these are gone, and compared with those of others; with `pointers`, locks
 * are in a block of the heap or found by pointers, and main lends a thread-local variable. Programs are small
 * enough for the exhaustive reference search, and made to be wrong about half of the time: threads
 * share scalars, single bytes of them, a union, an array, pointers and a heap block, under locks
 * that are taken or tried, a read-write lock, condition variables, atomic sections, atomic
 * operations, semaphores, loops that wait, threads that create another one, and joins that are
 * sometimes missing. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHARED = 3, CELLS = 2, LOCKS = 2, LOCALS = 2, DEEPEST = 2 };

struct generator {
  uint64_t random;
  int depth; /* of nested statements */
  int indent;
  bool in_section; /* of an atomic section: nothing that waits */
  bool held[LOCKS], holds_rw;
  int loops; /* so far in this function, to name their counters */
  bool wide, cancels, reuse, pointers;
  bool holds_box, is_main;
};

static uint32_t draw(struct generator *g, uint32_t below) {
  g->random = g->random * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((g->random >> 33) % below);
}

static bool chance(struct generator *g, uint32_t percent) { return draw(g, 100) < percent; }

static void line_start(const struct generator *g) {
  for (int i = 0; i < g->indent; i++)
    fputs("  ", stdout);
}

/* The same bytes as a whole, in halves and one by one. */
static void part(struct generator *g) {
  switch (draw(g, 4)) {
  case 0:
    fputs("mixed.whole", stdout);
    break;
  case 1:
    printf("mixed.halves[%u]", draw(g, 2));
    break;
  case 2:
    printf("mixed.bytes[%u]", draw(g, 4));
    break;
  default:
    printf("mixed.bytes[l%u & 3]", draw(g, LOCALS));
    break;
  }
}

/* Something that can be assigned to. */
static void place(struct generator *g) {
  if (g->pointers && chance(g, 30)) {
    static const char *const places[] = {"box->value", "box->value", "own", "*lent"};
    fputs(places[draw(g, 4)], stdout);
    return;
  }
  switch (draw(g, 8)) {
  case 0:
  case 1:
    printf("l%u", draw(g, LOCALS));
    break;
  case 2:
    printf("cells[l%u & %d]", draw(g, LOCALS), CELLS - 1);
    break;
  case 3:
    printf("cells[%u]", draw(g, CELLS));
    break;
  case 4:
    fputs(chance(g, 70) ? "*pointer" : "*block", stdout);
    break;
  default:
    if (chance(g, 6))
      printf("((unsigned char *)&x%u)[%u]", draw(g, SHARED), draw(g, 2));
    else if (chance(g, 25))
      part(g);
    else
      printf("x%u", draw(g, SHARED));
    break;
  }
}

static void arbitrary_number(struct generator *g) {
  if (chance(g, 30))
    printf("cells[__VERIFIER_nondet_uchar() & %d]", CELLS - 1);
  else
    printf("(__VERIFIER_nondet_uchar() %s)", chance(g, 50) ? "& 3" : "> 4");
}

static void expression(struct generator *g) {
  if (g->wide && chance(g, 20)) {
    arbitrary_number(g);
    return;
  }
  switch (draw(g, 8)) {
  case 0:
  case 1:
    printf("%u", draw(g, 4));
    break;
  case 2:
    place(g);
    printf(" + %u", chance(g, 15) ? 128 : 1 + draw(g, 2));
    break;
  case 3:
    place(g);
    fputs(chance(g, 50) ? " - " : " ^ ", stdout);
    place(g);
    break;
  default:
    place(g);
    break;
  }
}

static void condition(struct generator *g) {
  static const char *const comparisons[] = {"==", "!=", "<", "<=", ">"};
  place(g);
  printf(" %s ", comparisons[draw(g, 5)]);
  if (chance(g, 70))
    printf("%u", draw(g, 4));
  else
    place(g);
}

static void statements(struct generator *g, int count);

static void block(struct generator *g, int count) {
  g->indent++;
  g->depth++;
  statements(g, count);
  g->depth--;
  g->indent--;
  line_start(g);
}

static void shared_condition(struct generator *g) {
  printf("x%u %s %u", draw(g, SHARED), chance(g, 50) ? "==" : "!=", draw(g, 3));
}

static void read_write_locked(struct generator *g) {
  g->holds_rw = true;
  printf("pthread_rwlock_%slock(&rw);\n", chance(g, 60) ? "wr" : "rd");
  block(g, (int)draw(g, 2));
  puts("pthread_rwlock_unlock(&rw);");
  g->holds_rw = false;
}

static void box_locked(struct generator *g) {
  g->holds_box = true;
  puts("pthread_mutex_lock(&box->lock);");
  block(g, 1 + (int)draw(g, 2));
  puts("pthread_mutex_unlock(&box->lock);");
  g->holds_box = false;
}

static void locked(struct generator *g) {
  if (g->pointers && !g->holds_box && !g->in_section && chance(g, 50)) {
    box_locked(g);
    return;
  }
  uint32_t lock = draw(g, LOCKS);
  if (chance(g, 20) && !g->holds_rw && !g->in_section) {
    read_write_locked(g);
    return;
  }
  if (g->held[lock] || g->in_section) {
    puts("x0++;");
    return;
  }
  g->held[lock] = true;
  bool tries = chance(g, 25), waits = !tries && chance(g, 12);
  if (g->pointers && !tries)
    printf("pthread_mutex_lock(lock_of[%u]);\n", lock);
  else
    printf(tries ? "if (!pthread_mutex_trylock(&m%u)) {\n" : "pthread_mutex_lock(&m%u);\n", lock);
  if (waits) {
    line_start(g);
    printf("  %s (", chance(g, 70) ? "while" : "if");
    shared_condition(g);
    printf(") pthread_cond_wait(&c, &m%u);\n", lock);
  }
  block(g, 1 + (int)draw(g, 2));
  printf("%spthread_mutex_unlock(&m%u);\n", tries ? "  " : "", lock);
  g->held[lock] = false;
  if (tries) {
    line_start(g);
    puts("}");
  }
}

static void atomic_section(struct generator *g) {
  if (g->in_section) {
    puts("x1++;");
    return;
  }
  g->in_section = true;
  puts("__VERIFIER_atomic_begin();");
  block(g, 1 + (int)draw(g, 2));
  puts("__VERIFIER_atomic_end();");
  g->in_section = false;
}

static void loop(struct generator *g) {
  int counter = g->loops++;
  printf("for (int i%d = 0; i%d < 2; i%d++) {\n", counter, counter, counter);
  block(g, 1);
  puts("}");
}

static void branch(struct generator *g) {
  fputs("if (", stdout);
  if (chance(g, 15))
    fputs("__VERIFIER_nondet_bool()", stdout);
  else
    condition(g);
  puts(") {");
  block(g, 1);
  if (chance(g, 40)) {
    puts("} else {");
    block(g, 1);
  }
  puts("}");
}

static void assertion(struct generator *g) {
  fputs("assert(", stdout);
  condition(g);
  if (chance(g, 60)) {
    fputs(" || ", stdout);
    condition(g);
  }
  puts(");");
}

/* Most of its rounds change nothing; some other thread may or may not end it. */
static void waiting_loop(struct generator *g) {
  uint32_t shared = draw(g, SHARED), local = draw(g, LOCALS);
  switch (draw(g, 8)) {
  case 0:
    printf("while (__sync_lock_test_and_set(&x%u, 1)) ;\n", shared);
    break;
  case 1:
    printf("while (!__sync_bool_compare_and_swap(&x%u, %u, %u)) ;\n", shared, draw(g, 2),
           draw(g, 3));
    break;
  case 2:
    printf("for (int e = 0; !__atomic_compare_exchange_n(&x%u, &e, 1, 0, 5, 5); e = 0) ;\n",
           shared);
    break;
  case 3:
    printf("do l%u = x%u; while (l%u != %u);\n", local, shared, local, draw(g, 3));
    break;
  case 4:
    fputs("while (", stdout);
    shared_condition(g);
    fputs(") if (", stdout);
    shared_condition(g);
    printf(") x%u = %u;\n", shared, draw(g, 3));
    break;
  case 5:
    printf("while (*pointer == %u) ;\n", draw(g, 3));
    break;
  case 6:
    fputs("while (", stdout);
    shared_condition(g);
    fputs(chance(g, 50) ? " && " : " || ", stdout);
    shared_condition(g);
    puts(") sched_yield();");
    break;
  default:
    fputs("while (", stdout);
    shared_condition(g);
    puts(") ;");
    break;
  }
}

static void atomic_operation(struct generator *g) {
  uint32_t shared = draw(g, SHARED);
  switch (draw(g, 3)) {
  case 0:
    printf("l%u = __atomic_fetch_add(&x%u, 1, __ATOMIC_SEQ_CST);\n", draw(g, LOCALS), shared);
    break;
  case 1:
    printf("l%u = __sync_bool_compare_and_swap(&x%u, %u, %u);\n", draw(g, LOCALS), shared,
           draw(g, 2), draw(g, 4));
    break;
  default:
    printf("__atomic_store_n(&x%u, l%u, __ATOMIC_SEQ_CST);\n", shared, draw(g, LOCALS));
    break;
  }
}

/* Cancellation points, and what decides about them. */
static void cancellation(struct generator *g) {
  static const char *const calls[] = {"pthread_testcancel();",
                                      "sleep(1);",
                                      "pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);",
                                      "pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, 0);",
                                      "(void)puts(\"\");",
                                      "pthread_cancel(pthread_self());"};
  puts(calls[draw(g, 100) < 8 ? 5 : draw(g, 5)]);
}

/* With a handler that changes something, or gives back a lock that it takes first. */
static void guarded_block(struct generator *g) {
  uint32_t lock = draw(g, LOCKS);
  bool locks = !g->held[lock] && chance(g, 50);
  if (locks) {
    printf("pthread_mutex_lock(&m%u);\n", lock);
    g->held[lock] = true;
    line_start(g);
    printf("pthread_cleanup_push(unlock, &m%u);\n", lock);
  } else {
    printf("pthread_cleanup_push(change, &x%u);\n", draw(g, SHARED));
  }
  block(g, 1 + (int)draw(g, 2));
  printf("pthread_cleanup_pop(%d);\n", locks || chance(g, 50));
  if (locks)
    g->held[lock] = false;
}

/* What may notice that an address is used again. */
static void reusing(struct generator *g) {
  switch (draw(g, 13)) {
  case 0:
  case 1:
    printf("stale = block; free(block); block = malloc(sizeof *block); *block = %u;\n", draw(g, 3));
    break;
  case 2:
    puts("stale = block;");
    break;
  case 3:
    printf("number = (uintptr_t)%s * (__VERIFIER_nondet_uchar() > 4);\n",
           chance(g, 50) ? "block" : "stale");
    break;
  case 4:
    printf("if (stale == block) x%u = %u;\n", draw(g, SHARED), draw(g, 4));
    break;
  case 5:
    printf("l%u = number == (uintptr_t)block;\n", draw(g, LOCALS));
    break;
  case 6:
    puts("block = realloc(block, sizeof *block); *block = 1;");
    break;
  case 7:
    printf("l%u = __sync_bool_compare_and_swap(&block, stale, block);\n", draw(g, LOCALS));
    break;
  case 8:
    printf("hash = (uintptr_t)%s * 5 >> 3;\n", chance(g, 70) ? "block" : "stale");
    break;
  case 9:
    printf("l%u = hash == (uintptr_t)block * 5 >> 3;\n", draw(g, LOCALS));
    break;
  case 10:
    printf("free(block); block = malloc(sizeof *block); *block = %u;\n", draw(g, 3));
    break;
  default:
    printf("l%u = where(%u);\n", draw(g, LOCALS), draw(g, 3));
    break;
  }
}

static void simple(struct generator *g) {
  if (g->cancels && !g->in_section && chance(g, 25)) {
    cancellation(g);
    return;
  }
  if (g->reuse && chance(g, 40)) {
    reusing(g);
    return;
  }
  if (g->pointers && chance(g, 15)) {
    if (chance(g, 40))
      printf("lent = &cells[l%u & %d];\n", draw(g, LOCALS), CELLS - 1);
    else
      puts(g->is_main && chance(g, 70) ? "lent = &own;" : "lent = &box->value;");
    return;
  }
  switch (draw(g, 16)) {
  case 0:
    printf("pointer = %s%u;\n", chance(g, 75) ? "&x" : "&cells[0] + ", draw(g, CELLS));
    break;
  case 1:
    atomic_operation(g);
    break;
  case 2:
    assertion(g);
    break;
  case 3:
    puts(g->in_section ? "x2 = 1;" : chance(g, 50) ? "sem_post(&s);" : "if (x0) sem_wait(&s);");
    break;
  case 4:
    puts(chance(g, 15) ? "free(block);" : "*block = l0;");
    break;
  case 5:
    if (chance(g, 20) && !g->in_section)
      puts(chance(g, 50) ? "pthread_cond_signal(&c);" : "pthread_cond_broadcast(&c);");
    else
      printf("x%u++;\n", draw(g, SHARED));
    break;
  case 6:
    fputs("__VERIFIER_assume(", stdout);
    condition(g);
    puts(");");
    break;
  default:
    place(g);
    fputs(" = ", stdout);
    expression(g);
    puts(";");
    break;
  }
}

static void statement(struct generator *g) {
  line_start(g);
  uint32_t kind = g->depth < DEEPEST ? draw(g, 16) : 15;
  if (g->cancels && kind < 8 && !g->in_section && chance(g, 35))
    guarded_block(g);
  else if (kind < 2)
    locked(g);
  else if (kind < 3)
    atomic_section(g);
  else if (kind < 4)
    loop(g);
  else if (kind < 6)
    branch(g);
  else if (kind < 8)
    waiting_loop(g);
  else
    simple(g);
}

static void statements(struct generator *g, int count) {
  for (int i = 0; i < count; i++)
    statement(g);
}

static void locals(void) {
  fputs("  int ", stdout);
  for (int i = 0; i < LOCALS; i++)
    printf("l%d = %d%s", i, i, i + 1 < LOCALS ? ", " : ";\n");
}

static void thread_function(struct generator *g, int number) {
  printf("\nstatic void *thread%d(void *argument) {\n", number);
  locals();
  g->indent = 1;
  g->loops = 0;
  statements(g, 1 + (int)draw(g, 3));
  puts("  (void)l0, (void)l1;\n  return argument;\n}");
}

/* A thread that creates another one, and mostly waits for its end. */
static void creating_function(struct generator *g) {
  puts("\nstatic void *creates(void *argument) {\n  pthread_t inner;\n"
       "  pthread_create(&inner, 0, thread1, 0);");
  locals();
  g->indent = 1;
  g->loops = 0;
  statements(g, 1);
  if (chance(g, 75))
    puts("  pthread_join(inner, 0);");
  puts("  (void)l0, (void)l1;\n  return argument;\n}");
}

static void main_function(struct generator *g, int threads, bool creates) {
  puts("\nint main(void) {\n  pthread_t t[3];");
  locals();
  puts("  block = malloc(sizeof *block);\n  *block = 0;\n  sem_init(&s, 0, 0);");
  if (g->pointers)
    puts("  box = malloc(sizeof *box);\n  pthread_mutex_init(&box->lock, 0);\n  box->value = 0;");
  if (g->pointers && chance(g, 50))
    puts("  lent = &own;");
  g->is_main = true;
  g->indent = 1;
  g->loops = 0;
  for (int i = 0; i < threads; i++)
    if (i == 1 && creates)
      puts("  pthread_create(&t[1], 0, creates, 0);");
    else
      printf("  pthread_create(&t[%d], 0, thread%d, 0);\n", i, chance(g, 30) ? 0 : i);
  if (chance(g, 40))
    statements(g, 1);
  for (int i = 0; g->cancels && i < threads; i++)
    if (chance(g, 60))
      printf("  pthread_cancel(t[%d]);\n", i);
  bool joined = true;
  for (int i = 0; i < threads; i++) {
    if (chance(g, 85))
      printf("  pthread_join(t[%d], 0);\n", i);
    else
      joined = false;
  }
  line_start(g);
  assertion(g);
  if (joined && chance(g, 50))
    puts("  free(block);");
  puts("  return l0 + l1 > 100;\n}");
}

int main(int argc, char **argv) {
  if (argc != 2 && argc != 3) {
    fputs("usage: generate SEED [wide|cancel|reuse|pointers]\n", stderr);
    return 2;
  }
  struct generator g = {.random = strtoull(argv[1], NULL, 10) * 2654435761u + 12345,
                        .wide = argc == 3 && !strcmp(argv[2], "wide"),
                        .cancels = argc == 3 && !strcmp(argv[2], "cancel"),
                        .reuse = argc == 3 && !strcmp(argv[2], "reuse"),
                        .pointers = argc == 3 && !strcmp(argv[2], "pointers")};
  for (int i = 0; i < 8; i++)
    draw(&g, 2);
  printf("/* seed %s */\n", argv[1]);
  puts("#include <assert.h>\n#include <pthread.h>\n#include <sched.h>\n#include <semaphore.h>\n"
       "#include <stdlib.h>\n\n"
       "_Bool __VERIFIER_nondet_bool(void);\nunsigned char __VERIFIER_nondet_uchar(void);\n"
       "void __VERIFIER_assume(int);\nvoid __VERIFIER_atomic_begin(void);\n"
       "void __VERIFIER_atomic_end(void);\n");
  fputs("static int ", stdout);
  for (int i = 0; i < SHARED; i++)
    printf("x%d%s", i, i + 1 < SHARED ? ", " : ";\n");
  printf("static int cells[%d], *pointer = &x0, *block;\nstatic sem_t s;\n"
         "static pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n",
         CELLS);
  puts("static union { int whole; short halves[2]; unsigned char bytes[4]; } mixed;\n"
       "static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;");
  for (int i = 0; i < LOCKS; i++)
    printf("static pthread_mutex_t m%d = PTHREAD_MUTEX_INITIALIZER;\n", i);
  if (g.cancels)
    puts("\nstatic void unlock(void *lock) { pthread_mutex_unlock(lock); }\n"
         "static void change(void *variable) { ++*(int *)variable; }\n"
         "unsigned sleep(unsigned);\nint puts(const char *);");
  if (g.reuse)
    puts("#include <stdint.h>\nstatic int *stale, *kept;\nstatic uintptr_t number, hash;\n\n"
         "static int where(int keep) {\n  int mark = keep, same = &mark == kept;\n"
         "  if (keep) kept = &mark;\n"
         "  else number = (uintptr_t)&mark * (__VERIFIER_nondet_uchar() > 2);\n"
         "  return same;\n}");
  if (g.pointers)
    puts("static struct box { pthread_mutex_t lock; int value; } *box;\n"
         "static pthread_mutex_t *lock_of[] = {&m0, &m1};\n"
         "static _Thread_local int own;\nstatic int *lent = &x1;");
  int threads = 2 + chance(&g, 25);
  for (int i = 0; i < threads; i++)
    thread_function(&g, i);
  bool creates = threads == 2 && chance(&g, 15);
  if (creates)
    creating_function(&g);
  main_function(&g, threads, creates);
  return 0;
}
