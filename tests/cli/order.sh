# SPDX-License-Identifier: Apache-2.0
# The engine order: what it guesses first, and what it says of what no formula shows.
write many.c <<'END'
#include <assert.h>
#include <pthread.h>

enum { THREADS = 48 };
static volatile int count;

static void *increment(void *argument) {
  int seen = count;
  count = seen + 1;
  return argument;
}

static void *check(void *argument) {
  assert(count < THREADS);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, check, 0);
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread, 0, increment, 0);
  return 0;
}
END
ends 10 "$HEDDLE" check --engine order --time 20 --property reach "$scratch/many.c"
last_line "FALSE(reach)"
write waits.c <<'END'
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int number = 1;
static void *take(void *argument) {
  pthread_mutex_lock(&mutex);
  while (number > 0)
    pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, take, 0);
  pthread_mutex_lock(&mutex);
  number = 0;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
}
END
ends 20 "$HEDDLE" check --engine order --stats --property deadlock "$scratch/waits.c"
in_the_way "deadlock not covered by order"
last_line "UNKNOWN(deadlock)"
err_has "order clauses: 0"
# Under rc11 it can tell that nobody waits forever, but not that somebody does.
ends 0 "$HEDDLE" check --engine order --memory-model rc11 --property deadlock tests/programs/message_with_an_input.c
ends 20 "$HEDDLE" check --engine order --memory-model rc11 tests/programs/deadlock_after_an_old_value.c
grep -q "^proven  *reach, memory.*abort, lock.*division, race" "$scratch/out" || fail "not all is proven"
in_the_way "a deadlock could not be excluded"
last_line "UNKNOWN(deadlock)"

# A race under rc11 before the lifetime of a local variable ends: what its thread does later does not belong to it.
write lender.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
static _Atomic(int *) lent;
static void *lender(void *unused) {
  {
    int local = 0;
    atomic_store_explicit(&lent, &local, memory_order_relaxed);
    atomic_store_explicit(&lent, NULL, memory_order_relaxed);
  }
  return unused;
}
static void *borrower(void *unused) {
  int *borrowed = atomic_load_explicit(&lent, memory_order_seq_cst);
  return borrowed && *borrowed ? &lent : unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, borrower, NULL);
  pthread_create(&b, NULL, lender, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
C
ends 10 "$HEDDLE" check --engine order --memory-model rc11 --property race "$scratch/lender.c"
last_line "FALSE(race)"
