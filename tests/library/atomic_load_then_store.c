// expect: FALSE(reach)
/* A load and a store are two steps. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int counter;
static void *run(void *argument) {
  atomic_store(&counter, atomic_load(&counter) + 1);
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
