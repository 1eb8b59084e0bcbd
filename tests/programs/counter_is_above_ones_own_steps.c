// expect: FALSE(reach)
// properties: reach
// engines: reference lazy schedule widen
// Another thread counts up, too: once, and far behind its other steps.
#include <assert.h>
#include <pthread.h>

enum { ROUNDS = 3 };
int counter;

static void *up(void *argument) {
  for (int i = 0; i < ROUNDS; i++) {
    assert(counter <= i);
    counter++;
  }
  return argument;
}

static void *down(void *argument) {
  counter--;
  counter = counter + 2;
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, up, 0);
  pthread_create(&b, 0, down, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
