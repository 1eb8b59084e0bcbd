// expect: TRUE
// properties: reach
// engines: lazy schedule widen
// Nearly all states of the interleavings differ, but whoever has counted finds a number between 1 and the sum.
#include <assert.h>
#include <pthread.h>

enum { THREADS = 6, ROUNDS = 12 };
int counter;

static void *count(void *argument) {
  for (int i = 0; i < ROUNDS; i++)
    counter++;
  assert(counter >= 1 && counter <= THREADS * ROUNDS);
  return argument;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], 0, count, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
