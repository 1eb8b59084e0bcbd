// expect: FALSE(reach)
// properties: reach
// lp64-only
// Threads that do the same differ by their handles, which are numbers (program/address.h).
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static void *compares(void *argument) {
  assert((uintptr_t)pthread_self() != (uintptr_t)3 << 41);
  return argument;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, compares, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
