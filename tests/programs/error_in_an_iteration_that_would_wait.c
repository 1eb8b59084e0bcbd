// expect: FALSE(reach)
// properties: reach
// engines: reference order
// The round that fails is the last one.
#include <assert.h>
#include <pthread.h>

static int flag, x;

static void *change(void *argument) {
  x = 1;
  x = 2;
  flag = 1;
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, change, 0);
  while (!flag)
    assert(x != 1);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
