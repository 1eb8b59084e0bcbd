// expect: TRUE
/* A lock-free increment. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int counter;
static void *run(void *argument) {
  int old = atomic_load(&counter);
  while (!atomic_compare_exchange_weak(&counter, &old, old + 1))
    ;
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  run(NULL);
  pthread_join(thread, NULL);
  assert(counter == 2);
}
// SPDX-License-Identifier: Apache-2.0
