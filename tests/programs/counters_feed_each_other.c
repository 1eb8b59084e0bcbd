// expect: FALSE(reach)
// properties: reach
// engines: reference lazy schedule widen
// A value that comes from another variable is no step, however it was counted there.
#include <assert.h>
#include <pthread.h>

int left, right;

static void *forth(void *argument) {
  left = right + 1;
  left = right + 1;
  return argument;
}

static void *back(void *argument) {
  right = left + 1;
  right = left + 1;
  assert(right <= 3);
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, forth, 0);
  pthread_create(&b, 0, back, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
