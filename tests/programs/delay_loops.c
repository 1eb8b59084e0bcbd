// expect: TRUE
// properties: reach,overflow
// engines: explicit order lazy schedule widen impact
/* Loops that only count are jumped over: each of these goes round up to four billion times. */
#include <assert.h>
#include <pthread.h>

#define barrier() __asm__ volatile("" ::: "memory")
#define pause() __asm__ volatile("pause" ::: "memory")

unsigned __VERIFIER_nondet_uint(void);
static int ready;

static unsigned back_off(unsigned b) {
  unsigned i;
  for (i = 0; i < 1u << b; i++)
    barrier();
  return i;
}

static void *run(void *argument) {
  int n = 2000000000;
  while (n--)
    pause();
  assert(n == -1);
  long long rounds = 0, left = 1ll << 40;
  do {
    rounds += 2;
    pause();
  } while (--left > 0);
  assert(rounds == 1ll << 41 && left == 0);
  __atomic_store_n(&ready, 1, __ATOMIC_SEQ_CST);
  return argument;
}

int main(void) {
  pthread_t thread;
  unsigned b = __VERIFIER_nondet_uint() & 31, total = 0, i, j;
  pthread_create(&thread, 0, run, 0);
  assert(back_off(b) == 1u << b);
  for (i = 0; i < 3000000000u; i++)
    for (j = 10; j <= 50000000; j += 7)
      total++;
  assert(i == 3000000000u && j == 50000002);
  pthread_join(thread, 0);
  assert(ready);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
