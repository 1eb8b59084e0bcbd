// expect: FALSE(reach)
// properties: reach
// engines: reference order
// The two reads of the last round are at different times: it leaves although never both were 0.
#include <assert.h>
#include <pthread.h>

static int a, b = 1;

static void *change(void *argument) {
  a = 1;
  b = 0;
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, change, 0);
  while (a || b)
    ;
  assert(0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
