/* SPDX-License-Identifier: Apache-2.0 */
/* Two threads add up each other's numbers, N times each. */
#include "parametric.h"

static atomic_int x = 1, y = 1;

static void work(int me) { (void)me; }

static void *left(void *unused) {
  for (int i = 0; i < N; i++)
    WRITE(x, READ(x) + READ(y));
  return unused;
}

static void *right(void *unused) {
  for (int i = 0; i < N; i++)
    WRITE(y, READ(y) + READ(x));
  return unused;
}

int main(void) {
  pthread_t threads[2];
  (void)worker, (void)run_workers;
  pthread_create(&threads[0], 0, left, 0);
  pthread_create(&threads[1], 0, right, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  int limit = 1, previous = 1;
  for (int i = 0; i < 2 * N; i++) {
    int next = limit + previous;
    previous = limit;
    limit = next;
  }
  assert(READ(x) <= limit && READ(y) <= limit);
}
