/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a random program of the kind the modular engine proves: `generate_modular SEED [owners] >
 * program.c`. A few threads that nobody joins share scalars and an array, under locks made of an
 * atomic section and an assumption, and assert relations between what they wrote or read and what
 * is there now. With `owners`, locks know who holds them: mutexes, or variables that hold the
 * result of pthread_self, which threads also compare and copy. Small enough for the exhaustive
 * reference search; the same seed gives the same program. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { SHARED = 3, LOCALS = 2, DEEPEST = 2, KINDS = 2 };

struct generator {
  uint64_t random;
  int depth, indent;
  bool is_atomic, holds, has_owners;
};

static uint32_t draw(struct generator *g, uint32_t below) {
  g->random = g->random * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((g->random >> 33) % below);
}

static bool chance(struct generator *g, uint32_t percent) { return draw(g, 100) < percent; }

static void start_line(const struct generator *g) { printf("%*s", 2 * g->indent, ""); }

static void operand(struct generator *g) {
  switch (draw(g, 6)) {
  case 0:
  case 1:
    printf("l%u", draw(g, LOCALS));
    break;
  case 2:
    printf("%u", draw(g, 3));
    break;
  case 3:
    printf("cells[l%u & 1]", draw(g, LOCALS));
    break;
  default:
    printf("x%u", draw(g, SHARED));
  }
}

static void condition(struct generator *g) {
  static const char *const relations[] = {"==", "!=", "<=", "<", ">=", ">"};
  operand(g);
  printf(" %s ", relations[draw(g, 6)]);
  operand(g);
}

static void assignment(struct generator *g) {
  uint32_t shared = draw(g, SHARED), local = draw(g, LOCALS);
  start_line(g);
  switch (draw(g, 7)) {
  case 0:
    printf("x%u++;\n", shared);
    break;
  case 1:
    printf("l%u = x%u;\n", local, shared);
    break;
  case 2:
    printf("x%u = l%u + %u;\n", shared, local, draw(g, 2));
    break;
  case 3:
    printf("cells[l%u & 1] = l%u;\n", local, draw(g, LOCALS));
    break;
  case 4:
    printf("l%u = __VERIFIER_nondet_uchar() & %u;\n", local, 1 + 2 * draw(g, 2));
    break;
  default:
    printf("x%u = ", shared);
    operand(g);
    printf(";\n");
  }
}

/* Usually true where nobody else writes, or all write the same, or values only grow. */
static void write_and_claim(struct generator *g) {
  static const char *const relations[] = {"==", ">=", "!= 9 || 0 =="};
  uint32_t shared = draw(g, SHARED), local = draw(g, LOCALS), more = draw(g, 2);
  start_line(g);
  if (chance(g, 40))
    printf("l%u = x%u, x%u = l%u + %u;\n", local, shared, shared, local, more);
  else
    printf("x%u = l%u + %u;\n", shared, local, more);
  start_line(g);
  printf("assert(x%u %s l%u + %u);\n", shared, relations[draw(g, 3)], local, more);
}

static void statements(struct generator *g, uint32_t count);

static void block(struct generator *g, const char *open, const char *close) {
  start_line(g);
  printf("%s\n", open);
  g->indent++;
  statements(g, 1 + draw(g, 2));
  g->indent--;
  start_line(g);
  printf("%s\n", close);
}

static void branch(struct generator *g) {
  start_line(g);
  printf("if (");
  condition(g);
  printf(")");
  block(g, " {", "}");
}

static void claim(struct generator *g) {
  start_line(g);
  printf("assert(");
  condition(g);
  if (chance(g, 40)) {
    printf(" || ");
    condition(g);
  }
  printf(");\n");
}

/* About who holds the lock, or came last. */
static void owner_statement(struct generator *g) {
  start_line(g);
  switch (draw(g, 7)) {
  case 0:
    printf("last = pthread_self();\n");
    break;
  case 1:
    printf("other = last;\n");
    break;
  case 2:
    printf("if (last == pthread_self())");
    block(g, " {", "}");
    break;
  case 3:
    printf("if (last != other)");
    block(g, " {", "}");
    break;
  case 4:
    printf("last = pthread_self();\n");
    start_line(g);
    printf("assert(last == pthread_self() || x%u > %u);\n", draw(g, SHARED), draw(g, 2));
    break;
  case 5:
    printf("assert(other %s pthread_self() || last %s other);\n",
           chance(g, 50) ? "==" : "!=", chance(g, 50) ? "==" : "!=");
    break;
  default:
    printf(g->holds ? "last = 0;\n" : "other = 0;\n");
  }
}

static void statement(struct generator *g) {
  bool nests = g->depth < DEEPEST;
  g->depth++;
  if (g->has_owners && chance(g, 25)) {
    owner_statement(g);
    g->depth--;
    return;
  }
  switch (draw(g, nests ? 8 : 5)) {
  case 0:
    if (chance(g, 20))
      claim(g);
    else
      write_and_claim(g);
    break;
  case 5:
    branch(g);
    break;
  case 6:
    if (!g->is_atomic && !g->holds) {
      g->holds = true;
      block(g, "acquire();", "release();");
      g->holds = false;
    }
    break;
  case 7:
    if (!g->is_atomic) {
      g->is_atomic = true;
      block(g, "__VERIFIER_atomic_begin();", "__VERIFIER_atomic_end();");
      g->is_atomic = false;
    }
    break;
  default:
    assignment(g);
  }
  g->depth--;
}

static void statements(struct generator *g, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    statement(g);
}

static void thread(struct generator *g, int number) {
  printf("static void *thread%d(void *argument) {\n  int l0 = 0, l1 = %u;\n", number, draw(g, 3));
  g->indent = 1;
  if (chance(g, 30)) {
    printf("  for (int i = 0; i < 2; i++) {\n");
    g->indent = 2;
    statements(g, 2);
    printf("  }\n");
    g->indent = 1;
  }
  statements(g, 2 + draw(g, 2));
  printf("  (void)l0, (void)l1;\n  return argument;\n}\n\n");
}

/* Most of these exclude each other; the last ones do not always. */
static void owned_lock(struct generator *g) {
  static const char *const locks[][3] = {
      {"static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;", "pthread_mutex_lock(&mutex);",
       "pthread_mutex_unlock(&mutex);"},
      {"static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;",
       "__VERIFIER_assume(pthread_mutex_trylock(&mutex) == 0);", "pthread_mutex_unlock(&mutex);"},
      {"static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;",
       "pthread_mutex_lock(&mutex);\n  pthread_mutex_lock(&mutex);",
       "pthread_mutex_unlock(&mutex);\n  pthread_mutex_unlock(&mutex);"},
      {"static pthread_t owner;",
       "__VERIFIER_atomic_begin();\n  __VERIFIER_assume(!owner);\n  owner = pthread_self();\n"
       "  __VERIFIER_atomic_end();",
       "assert(owner == pthread_self());\n  owner = 0;"},
      {"static pthread_t owner;", "__VERIFIER_assume(!owner);\n  owner = pthread_self();",
       "assert(owner == pthread_self());\n  owner = 0;"},
      {"static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;",
       "pthread_mutex_lock(&mutex);\n  if (x0)\n    pthread_mutex_lock(&mutex);",
       "pthread_mutex_unlock(&mutex);"},
  };
  const char *const *lock = locks[draw(g, sizeof locks / sizeof *locks)];
  printf("\n%s\nstatic pthread_t last, other;\n\nstatic void acquire(void) {\n  %s\n}\n\n"
         "static void release(void) {\n  %s\n}\n\n",
         lock[0], lock[1], lock[2]);
}

int main(int count, char **arguments) {
  if (count < 2 || count > 3)
    return 2;
  struct generator g = {.random = strtoull(arguments[1], NULL, 10) * 2654435761u + 12345};
  g.has_owners = count == 3;
  draw(&g, 2);
  printf("#define _GNU_SOURCE\n#include <assert.h>\n#include <pthread.h>\n\n"
         "extern unsigned char __VERIFIER_nondet_uchar(void);\n"
         "extern void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), "
         "__VERIFIER_atomic_end(void);\n\nstatic int lock, cells[2];\n");
  for (int i = 0; i < SHARED; i++)
    printf("static int x%d = %u;\n", i, draw(&g, 2));
  if (g.has_owners)
    owned_lock(&g);
  else
    printf("\nstatic void acquire(void) {\n  __VERIFIER_atomic_begin();\n"
           "  __VERIFIER_assume(lock == 0);\n  lock = 1;\n  __VERIFIER_atomic_end();\n}\n\n"
           "static void release(void) {\n  lock = 0;\n}\n\n");
  for (int i = 0; i < KINDS; i++)
    thread(&g, i);
  printf("int main(void) {\n  pthread_t id;\n  (void)acquire, (void)release;\n");
  uint32_t threads = 2 + draw(&g, 2);
  printf("  for (int i = 0; i < %u; i++)\n    pthread_create(&id, 0, ", threads);
  for (uint32_t i = 0; i < threads; i++) {
    uint32_t kind = draw(&g, KINDS);
    if (i + 1 < threads)
      printf("i == %u ? thread%u : ", i, kind);
    else
      printf("thread%u, 0);\n", kind);
  }
  printf("  return 0;\n}\n");
  return 0;
}
