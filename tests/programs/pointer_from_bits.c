// expect: FALSE(race)
// properties: race
// engines: reference explicit order
// The other thread tests the bits of an address, and builds the same address from what it finds.
#include <pthread.h>
#include <stdint.h>

static int x;
static uintptr_t bits;

static void *work(void *unused) {
  uintptr_t made = 0;
  for (unsigned i = 0; i < 8 * sizeof bits; i++)
    if (bits & (uintptr_t)1 << i)
      made |= (uintptr_t)1 << i;
  *(int *)made = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  bits = (uintptr_t)&x;
  pthread_create(&thread, NULL, work, NULL);
  x = 2;
  pthread_join(thread, NULL);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
