# SPDX-License-Identifier: Apache-2.0
# The domains of explicit: what each of them proves, refutes or leaves open.
write steps.c <<'END'
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
static int x;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *p) {
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&lock);
    if (x < 10)
      x += 3;
    pthread_mutex_unlock(&lock);
  }
  return p;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_mutex_lock(&lock);
  assert(x < LIMIT);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
}
END
explicit() { "$HEDDLE" check -q --engine explicit --time 60 "$@"; }
for domain in value interval value+interval bdd value+bdd; do
  ends 0 explicit --domain $domain --property reach "$scratch/steps.c" -- -DLIMIT=13
done
for domain in value value+interval bdd value+bdd; do
  ends 10 explicit --domain $domain --property reach "$scratch/steps.c" -- -DLIMIT=12
done
# Ranges alone have 0 to 12; that 12 is reached is known only to whoever unwinds the loop.
ends 20 explicit --domain interval --property reach "$scratch/steps.c" -- -DLIMIT=12
last_line "UNKNOWN(the intervals are too coarse to exclude an error)"
# Races are no matter of intervals; values take them over.
ends 20 explicit --domain interval --property reach,race "$scratch/steps.c" -- -DLIMIT=13
last_line "UNKNOWN(the search with intervals does not cover races, deadlocks and leaks)"
ends 0 explicit --domain value+interval --property reach,race,deadlock "$scratch/steps.c" -- -DLIMIT=13
ends 20 explicit --domain bdd --property reach,race "$scratch/steps.c" -- -DLIMIT=13
last_line "UNKNOWN(the search with decision diagrams does not cover races, deadlocks and leaks)"
ends 0 explicit --domain value+bdd --property reach,race,deadlock "$scratch/steps.c" -- -DLIMIT=13
ends 0 explicit --domain bdd --merge sep --property reach "$scratch/steps.c" -- -DLIMIT=13
ends 2 explicit --domain nothing "$scratch/steps.c" -- -DLIMIT=13
# Which domain decided is said.
for domain in interval value+interval; do
  ends 0 "$HEDDLE" check --stats --engine explicit --domain $domain --property reach "$scratch/steps.c" -- -DLIMIT=13
  err_has "engine: explicit(interval)"
done
ends 0 "$HEDDLE" check --stats --engine explicit --domain value+interval --property reach,race "$scratch/steps.c" -- -DLIMIT=13
err_has "engine: explicit(value+interval)"
for domain in bdd value+bdd; do
  ends 0 "$HEDDLE" check --stats --engine explicit --domain $domain --property reach "$scratch/steps.c" -- -DLIMIT=13
  err_has "engine: explicit(bdd)"
done
ends 0 "$HEDDLE" check --stats --engine explicit --domain value+bdd --property reach,race "$scratch/steps.c" -- -DLIMIT=13
err_has "engine: explicit(value+bdd)"
# A product of inputs has a diagram that is too large.
write product.c <<'END_OF_PRODUCT'
#include <assert.h>
#include <pthread.h>
unsigned __VERIFIER_nondet_uint(void);
static unsigned a, b, c;
static void *multiply(void *p) {
  c = a * b;
  return p;
}
int main(void) {
  pthread_t thread;
  a = __VERIFIER_nondet_uint();
  b = __VERIFIER_nondet_uint();
  pthread_create(&thread, 0, multiply, 0);
  pthread_join(thread, 0);
  assert(c != 1 || a % 2 == 1);
}
END_OF_PRODUCT
ends 20 explicit --domain bdd --memory 150 --property reach "$scratch/product.c"
last_line "UNKNOWN(memory)"
# While a thread has the lock, those that end wait for nobody and nobody waits for them: each order of that is one too many.
write ends.c <<'END_OF_ENDS'
#include <assert.h>
#include <pthread.h>
void __VERIFIER_assume(int);
void *__VERIFIER_nondet_pointer(void);
static int taken, x, y;
static void __VERIFIER_atomic_take(void) {
  __VERIFIER_assume(!taken);
  taken = 1;
}
static void *worker(void *p) {
  (void)p;
  __VERIFIER_atomic_take();
  x = x + 1;
  y = y + 1;
  x = x + y;
  y = x - y;
  taken = 0;
  return __VERIFIER_nondet_pointer();
}
int main(void) {
  pthread_t a, b, c, d;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_create(&c, 0, worker, 0);
  pthread_create(&d, 0, worker, 0);
  __VERIFIER_atomic_take();
  assert(x >= 0);
}
END_OF_ENDS
ends 0 "$HEDDLE" check --stats --engine explicit --domain bdd --property reach "$scratch/ends.c"
states=$(sed -n 's/^bdd states: //p' "$scratch/err")
[ "$states" -lt 300 ] || fail "$states states"
# What free does depends on whoever freed the block before, also where that is not asked about.
write freed_twice.c <<'END_OF_FREED_TWICE'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int x, y, *block;
static void *release(void *argument) {
  x = 2;
  free(block);
  return argument;
}
static void *copy(void *argument) {
  y = x;
  return argument;
}
int main(void) {
  pthread_t a, b, c;
  block = malloc(sizeof *block);
  pthread_create(&a, 0, release, 0);
  pthread_create(&b, 0, copy, 0);
  pthread_create(&c, 0, release, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  assert(y == 1);
  return 0;
}
END_OF_FREED_TWICE
for domain in bdd value+bdd; do
  ends 0 explicit --domain $domain --property reach "$scratch/freed_twice.c"
done
# main goes on alone, at two places that differ only in what the waiter waits for; one of them is what main writes.
write alone.c <<'END_OF_ALONE'
#include <assert.h>
#include <pthread.h>
void __VERIFIER_assume(int);
_Bool __VERIFIER_nondet_bool(void);
static struct {
  int opened, passed, decided, apart[1000], over, signal;
} shared;
static void __VERIFIER_atomic_pass(void) {
  __VERIFIER_assume(shared.opened);
  shared.passed = 1;
}
static void __VERIFIER_atomic_wait_for_signal(void) { __VERIFIER_assume(shared.signal); }
static void __VERIFIER_atomic_begin_early(void) {
  __VERIFIER_assume(shared.decided && shared.passed == shared.opened && !shared.over);
}
static void __VERIFIER_atomic_stop(void) { __VERIFIER_assume(shared.apart[500]); }
static void *waiter(void *p) {
  __VERIFIER_atomic_pass();
  __VERIFIER_atomic_wait_for_signal();
  assert(0);
  return p;
}
static void *decider(void *p) {
  if (__VERIFIER_nondet_bool())
    shared.opened = 1;
  shared.decided = 1;
  shared.over = 1;
  __VERIFIER_atomic_stop();
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, waiter, 0);
  pthread_create(&b, 0, decider, 0);
  __VERIFIER_atomic_begin_early();
  if (shared.over)
    shared.signal = 1;
  shared.signal = 0;
  __VERIFIER_atomic_stop();
}
END_OF_ALONE
for domain in bdd value+bdd; do
  ends 10 "$HEDDLE" check -q --stats --engine explicit --domain $domain --property reach "$scratch/alone.c"
  err_has "engine: explicit(bdd)"
done
# Threads over an array: the counters of the loops are told apart by their numbers, as addresses depend on them.
write array.c <<'END_OF_ARRAY'
#include <assert.h>
#include <pthread.h>
enum { N = 3 };
static int x;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *p) {
  pthread_mutex_lock(&lock);
  x += *(int *)p;
  pthread_mutex_unlock(&lock);
  return p;
}
int main(void) {
  pthread_t t[N]; static int ids[N];
  for (int i = 0; i < N; i++)
    pthread_create(&t[i], 0, worker, (ids[i] = i, &ids[i]));
  for (int i = 0; i < N; i++)
    pthread_join(t[i], 0);
  assert(x == SUM);
}
END_OF_ARRAY
for domain in bdd value+bdd interval value+interval; do
  ends 0 explicit --domain $domain --property reach,memory "$scratch/array.c" -- -DSUM=3
done
for domain in bdd value+bdd value+interval; do
  ends 10 explicit --domain $domain --property reach,memory "$scratch/array.c" -- -DSUM=2
done
# A table of pointers at an index that is an input: none of them becomes a symbol.
write table.c <<'END_OF_TABLE'
#include <assert.h>
#include <pthread.h>
unsigned __VERIFIER_nondet_uint(void);
static int a, b, c, *table[] = {&a, &b, &c};
static void *set(void *p) {
  unsigned index = __VERIFIER_nondet_uint();
  if (index < 3)
    *table[index] = 1;
  return p;
}
int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, set, 0);
  pthread_create(&two, 0, set, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(a + b + c < LIMIT);
}
END_OF_TABLE
ends 0 explicit --domain bdd --property reach "$scratch/table.c" -- -DLIMIT=3
ends 10 explicit --domain bdd --property reach "$scratch/table.c" -- -DLIMIT=2
