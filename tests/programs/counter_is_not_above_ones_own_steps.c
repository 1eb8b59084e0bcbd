// expect: TRUE
// properties: reach
// engines: reference lazy schedule widen
// The other thread only counts down, so the counter is never above what this one has counted up to.
#include <assert.h>
#include <pthread.h>

enum { ROUNDS = 4 };
int counter;

static void *up(void *argument) {
  for (int i = 0; i < ROUNDS; i++) {
    assert(counter <= i);
    counter++;
  }
  return argument;
}

static void *down(void *argument) {
  for (int i = 0; i < ROUNDS; i++)
    counter--;
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, up, 0);
  pthread_create(&b, 0, down, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
