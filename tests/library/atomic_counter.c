// expect: TRUE
/* Atomic increments are not lost and no race. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int counter;
static void *run(void *argument) {
  counter++;
  atomic_fetch_add(&counter, 2);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  run(NULL);
  pthread_join(thread, NULL);
  assert(atomic_load(&counter) == 6);
}
// SPDX-License-Identifier: Apache-2.0
