// expect: FALSE(race)
// properties: race
// engines: reference explicit order
// The address of a function is handed over in halves.
#include <pthread.h>
#include <stdint.h>

enum { HALF = 4 * sizeof(uintptr_t) };
static int x;
static uintptr_t low, high;

static void put(void) { x = 1; }

static void *work(void *unused) {
  ((void (*)(void))(high << HALF | low))();
  return unused;
}

int main(void) {
  pthread_t thread;
  low = (uintptr_t)&put << HALF >> HALF;
  high = (uintptr_t)&put >> HALF;
  pthread_create(&thread, NULL, work, NULL);
  x = 2;
  pthread_join(thread, NULL);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
