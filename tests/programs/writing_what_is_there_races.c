// expect: FALSE(race)
// properties: race
// engines: reference order
// The read gives 0 in every execution, and is an access all the same.
#include <pthread.h>

static int x;

static void *write(void *argument) {
  x = 0;
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, write, 0);
  return x;
}
// SPDX-License-Identifier: Apache-2.0
