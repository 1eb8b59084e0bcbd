/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a random program whose threads synchronise by futexes: `generate_futex SEED > program.c`.
 * The first line says what is wrong with it, by construction: `// bug: deadlock` (a wake-up gets
 * lost), `// bug: reach` (two threads are in a critical section at once), or `// bug: none`. The
 * same seed gives the same program. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum bug {
  NONE,
  NO_WAKE,       /* unlocking wakes nobody */
  NO_MARK,       /* a waiter does not tell the holder that it sleeps */
  OTHER_QUEUE,   /* private and shared */
  OTHER_WORD,    /* wakes on another one */
  OTHER_BITS,    /* wakes by bits that nobody listens to */
  EARLY_WAKE,    /* before the lock is free */
  NO_SECOND_TRY, /* a thread that slept does not look at the lock again */
  TWO_STEPS,     /* tests the lock, then takes it */
  EARLY_UNLOCK,  /* in the critical section */
  LATE_READ,     /* of an event's number, after the condition was tested */
  ONE_OF_TWO,    /* wakes one thread where two wait */
  WAKE_BEFORE,   /* an event is signalled before the condition holds */
  BUGS
};

struct generator {
  uint64_t random;
  enum bug bug;
  bool by_exchange, is_private, by_bits, is_wrapped;
};

static uint32_t draw(struct generator *g, uint32_t below) {
  g->random = g->random * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((g->random >> 33) % below);
}

static bool chance(struct generator *g, uint32_t percent) { return draw(g, 100) < percent; }

static bool is_of_events(enum bug bug) { return bug >= LATE_READ; }

static const char *kind_of(enum bug bug) {
  return bug == NONE ? "none" : bug >= NO_SECOND_TRY && bug <= EARLY_UNLOCK ? "reach" : "deadlock";
}

/* Without a time-out, which would end every sleep. */
static void primitives(const struct generator *g) {
  const char *flag = g->is_private ? " | FUTEX_PRIVATE_FLAG" : "";
  const char *other = g->is_private ? "" : " | FUTEX_PRIVATE_FLAG";
  const char *result = g->is_wrapped ? "long" : "void", *returns = g->is_wrapped ? "return " : "";
  const char *waking = g->bug == OTHER_QUEUE ? other : flag;
  if (g->by_bits || g->bug == OTHER_BITS)
    printf("static %s sleep_on(atomic_int *word, int value) {\n"
           "  %ssyscall(SYS_futex, word, FUTEX_WAIT_BITSET%s, value, NULL, NULL, 6);\n}\n\n"
           "static %s wake(atomic_int *word, int count) {\n"
           "  %ssyscall(SYS_futex, word, FUTEX_WAKE_BITSET%s, count, NULL, NULL, %d);\n}\n\n",
           result, returns, flag, result, returns, waking, g->bug == OTHER_BITS ? 9 : 3);
  else
    printf("static %s sleep_on(atomic_int *word, int value) {\n"
           "  %ssyscall(SYS_futex, word, FUTEX_WAIT%s, value, %s, 0, 0);\n}\n\n"
           "static %s wake(atomic_int *word, int count) {\n"
           "  %ssyscall(SYS_futex, word, FUTEX_WAKE%s, count);\n}\n\n",
           result, returns, flag, g->is_wrapped ? "NULL" : "0", result, returns, waking);
}

static void lock_by_exchange(const struct generator *g) {
  const char *mark = g->bug == NO_MARK ? "1" : "2";
  printf("static void lock(void) {\n  int found = 0;\n"
         "  if (atomic_compare_exchange_strong(&word, &found, 1))\n    return;\n");
  printf("  if (found != 2)\n    found = atomic_exchange(&word, %s);\n", mark);
  printf(g->bug == NO_SECOND_TRY ? "  if (found != 0) {\n" : "  while (found != 0) {\n");
  printf("    sleep_on(&word, %s);\n    found = atomic_exchange(&word, %s);\n  }\n}\n\n", mark,
         mark);
}

static void lock_by_comparison(const struct generator *g) {
  const char *mark = g->bug == NO_MARK ? "1" : "2";
  printf("static int try_to_put(int expected, int desired) {\n"
         "  atomic_compare_exchange_strong(&word, &expected, desired);\n  return expected;\n}\n\n"
         "static void lock(void) {\n  int found = try_to_put(0, 1);\n"
         "  if (found == 0)\n    return;\n  do {\n"
         "    if (found == 2 || try_to_put(1, %s) != 0)\n      sleep_on(&word, %s);\n"
         "    found = try_to_put(0, %s);\n  } while (%s);\n}\n\n",
         mark, mark, mark, g->bug == NO_SECOND_TRY ? "0" : "found != 0");
}

static void lock_in_two_steps(void) {
  printf("static void lock(void) {\n  while (atomic_load(&word) != 0) {\n"
         "    atomic_store(&word, 2);\n    sleep_on(&word, 2);\n  }\n"
         "  atomic_store(&word, 2);\n}\n\n");
}

static void unlock(const struct generator *g) {
  const char *wake = g->bug == NO_WAKE      ? "    ;\n"
                     : g->bug == OTHER_WORD ? "    wake(&other, 1);\n"
                                            : "    wake(&word, 1);\n";
  printf("static void unlock(void) {\n  if (atomic_fetch_sub(&word, 1) != 1) {\n");
  if (g->bug == EARLY_WAKE)
    printf("    wake(&word, 1);\n    atomic_store(&word, 0);\n");
  else
    printf("    atomic_store(&word, 0);\n%s", wake);
  printf("  }\n}\n\n");
}

static void noise(struct generator *g) {
  if (chance(g, 40))
    printf("  atomic_fetch_add(&other, %u);\n", 1 + draw(g, 3));
}

static void locking_threads(struct generator *g) {
  if (g->bug == TWO_STEPS)
    lock_in_two_steps();
  else if (g->by_exchange)
    lock_by_exchange(g);
  else
    lock_by_comparison(g);
  unlock(g);
  printf("static void *run(void *argument) {\n");
  noise(g);
  printf("  lock();\n%s", g->bug == EARLY_UNLOCK ? "  unlock();\n" : "");
  printf("  assert(atomic_fetch_add(&inside, 1) == 0);\n  atomic_fetch_sub(&inside, 1);\n");
  if (g->bug == EARLY_UNLOCK)
    printf("  lock();\n");
  printf("  unlock();\n");
  noise(g);
  printf("  return argument;\n}\n\nint main(void) {\n  pthread_t thread;\n"
         "  pthread_create(&thread, NULL, run, NULL);\n  run(NULL);\n"
         "  pthread_join(thread, NULL);\n  return 0;\n}\n");
}

/* An event count: waiters sleep while the number of events is the one they saw. */
static void waiting_threads(struct generator *g) {
  bool two = g->bug == ONE_OF_TWO || chance(g, 40);
  printf("static atomic_int events;\n\nstatic void *run(void *argument) {\n  for (;;) {\n");
  if (g->bug == LATE_READ)
    printf("    if (atomic_load(&word))\n      break;\n    int seen = atomic_load(&events);\n");
  else
    printf("    int seen = atomic_load(&events);\n    if (atomic_load(&word))\n      break;\n");
  printf("    sleep_on(&events, seen);\n  }\n");
  noise(g);
  printf("  return argument;\n}\n\nint main(void) {\n  pthread_t threads[2];\n"
         "  int count = %d;\n  for (int i = 0; i < count; i++)\n"
         "    pthread_create(&threads[i], NULL, run, NULL);\n",
         two ? 2 : 1);
  noise(g);
  if (g->bug == WAKE_BEFORE)
    printf("  atomic_fetch_add(&events, 1);\n  wake(&events, 2);\n  atomic_store(&word, 1);\n");
  else
    printf("  atomic_store(&word, 1);\n  atomic_fetch_add(&events, 1);\n  wake(&events, %s);\n",
           g->bug == ONE_OF_TWO ? "1"
           : chance(g, 50)      ? "2"
                                : "INT_MAX");
  printf("  for (int i = 0; i < count; i++)\n    pthread_join(threads[i], NULL);\n"
         "  return 0;\n}\n");
}

int main(int count, char **arguments) {
  if (count != 2)
    return 2;
  struct generator g = {.random = strtoull(arguments[1], NULL, 10) * 2654435761u + 12345};
  draw(&g, 2);
  g.bug = chance(&g, 15) ? NONE : (enum bug)draw(&g, BUGS);
  g.by_exchange = chance(&g, 50);
  g.is_private = chance(&g, 50);
  g.by_bits = chance(&g, 30);
  g.is_wrapped = chance(&g, 50);
  printf("// bug: %s\n#define _GNU_SOURCE\n#include <assert.h>\n#include <limits.h>\n"
         "#include <linux/futex.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
         "#include <stddef.h>\n#include <sys/syscall.h>\n#include <unistd.h>\n\n"
         "static atomic_int word, other, inside;\n\n",
         kind_of(g.bug));
  primitives(&g);
  if (is_of_events(g.bug) || (g.bug == NONE && chance(&g, 50)))
    waiting_threads(&g);
  else
    locking_threads(&g);
  return 0;
}
