// expect: FALSE(reach)
// properties: reach
// engines: reference order
// Bytes of an element that are written on their own count, too, and so do elements that are written
// before there is a second thread.
#include <assert.h>
#include <pthread.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

static int numbers[4], others[4];

static void *write_bytes(void *argument) {
  unsigned char byte = 1;
  memcpy((unsigned char *)&numbers[__VERIFIER_nondet_uint() % 4] + 1, &byte, 1);
  others[__VERIFIER_nondet_uint() % 4] = 1;
  return argument;
}

int main(void) {
  pthread_t t;
  others[__VERIFIER_nondet_uint() % 4] = 7;
  pthread_create(&t, 0, write_bytes, 0);
  numbers[__VERIFIER_nondet_uint() % 4] = 2;
  int number = numbers[__VERIFIER_nondet_uint() % 4];
  int other = others[__VERIFIER_nondet_uint() % 4];
  assert(number <= 2 || other != 7);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
