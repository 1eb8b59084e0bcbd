// expect: FALSE(reach)
// properties: reach
// engines: reference lazy schedule widen
// What one thread writes to a part of a variable is seen by who reads all of it.
#include <assert.h>
#include <pthread.h>
#include <string.h>

int counter, copied;

static void *count(void *argument) {
  counter++;
  assert(counter >= 1 && counter <= 2);
  return argument;
}

static void *change(void *argument) {
  ((unsigned char *)&counter)[1] = 1;
  memset(&copied, 1, sizeof copied);
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, count, 0);
  pthread_create(&b, 0, change, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
