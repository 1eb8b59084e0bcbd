/* SPDX-License-Identifier: Apache-2.0 */
/* Szymanski's algorithm for mutual exclusion of two threads, each N times, with seq_cst accesses.
 */
#include "parametric.h"

static atomic_int flags[2], inside;

static void work(int me) { (void)me; }

static void enter(int me) {
  int other = 1 - me;
  flags[me] = 1;
  while (flags[other] >= 3)
    ;
  flags[me] = 3;
  if (flags[other] == 1) {
    flags[me] = 2;
    while (flags[other] != 4)
      ;
  }
  flags[me] = 4;
  while (me == 1 && flags[other] >= 2)
    ;
}

static void leave(int me) {
  int other = 1 - me;
  while (me == 0 && flags[other] >= 2 && flags[other] <= 3)
    ;
  flags[me] = 0;
}

static void *run(void *argument) {
  int me = (int)(long)argument;
  for (int i = 0; i < N; i++) {
    enter(me);
    int before = atomic_fetch_add_explicit(&inside, 1, memory_order_relaxed);
    assert(before == 0);
    atomic_fetch_sub_explicit(&inside, 1, memory_order_relaxed);
    leave(me);
  }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  (void)worker, (void)run_workers;
  pthread_create(&threads[0], 0, run, (void *)0);
  pthread_create(&threads[1], 0, run, (void *)1);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
}
