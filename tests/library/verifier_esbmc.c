// expect: TRUE
/* The same in ESBMC's words. */
#include <pthread.h>
extern unsigned char nondet_uchar(void);
extern void __ESBMC_assume(_Bool), __ESBMC_assert(_Bool, const char *);
extern void __ESBMC_atomic_begin(void), __ESBMC_atomic_end(void), __ESBMC_yield(void);
static int shared;
static void *run(void *argument) {
  __ESBMC_atomic_begin();
  shared++;
  __ESBMC_atomic_end();
  __ESBMC_yield();
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  run(NULL);
  pthread_join(thread, NULL);
  unsigned char value = nondet_uchar();
  __ESBMC_assume(value == 2);
  __ESBMC_assert(shared == value, "both counted");
}
// SPDX-License-Identifier: Apache-2.0
