/* SPDX-License-Identifier: Apache-2.0 */
/* Addresses that are numbers, halves, bucket numbers and bounds. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

enum { HALF = sizeof(uintptr_t) * 4 };

static uintptr_t low, high;
static int x;
static uintptr_t whole = (uintptr_t)&x;
static char pool[64], other;
static int seen[4];

static unsigned bucket(void *address) { return (unsigned)((uintptr_t)address >> 4) & 3; }

static int is_in_pool(void *address) {
  return (char *)address >= pool && (char *)address < pool + sizeof pool;
}

static void *run(void *argument) {
  *(int *)(high << HALF | low) = 1;
  seen[bucket(argument)] = 1;
  return argument;
}

int main(void) {
  pthread_t thread;
  uintptr_t number = (uintptr_t)&x;
  low = number & (((uintptr_t)1 << HALF) - 1);
  high = number >> HALF;
  pthread_create(&thread, 0, run, &other);
  pthread_join(thread, 0);
#ifdef WRONG
  assert(x == 0);
#endif
  assert(x == 1);
  assert(*(int *)whole == 1);
  assert(!is_in_pool(&other));
  assert(is_in_pool(pool + 3));
  assert(seen[(uintptr_t)&other >> 4 & 3]);
  return 0;
}
