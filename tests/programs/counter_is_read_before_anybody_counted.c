// expect: FALSE(reach)
// properties: reach
// engines: reference lazy schedule widen
// Only who has written the counter does not find what it was initially.
#include <assert.h>
#include <pthread.h>

int counter;

static void *count(void *argument) {
  counter++;
  assert(counter >= 1);
  return argument;
}

static void *look(void *argument) {
  assert(counter >= 1);
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, count, 0);
  pthread_create(&b, 0, look, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
