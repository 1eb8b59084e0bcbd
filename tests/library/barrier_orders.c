// expect: TRUE
/* What is written before a barrier can be read behind it. */
#include <assert.h>
#include <pthread.h>
static pthread_barrier_t barrier;
static int first, second;
static void *run(void *argument) {
  first = 1;
  pthread_barrier_wait(&barrier);
  assert(second == 2);
  return argument;
}
int main(void) {
  pthread_t thread;
  assert(pthread_barrier_init(&barrier, NULL, 2) == 0);
  pthread_create(&thread, NULL, run, NULL);
  second = 2;
  pthread_barrier_wait(&barrier);
  assert(first == 1);
  pthread_join(thread, NULL);
  assert(pthread_barrier_destroy(&barrier) == 0);
}
// SPDX-License-Identifier: Apache-2.0
