// expect: TRUE
/* A barrier can be used round after round. */
#include <assert.h>
#include <pthread.h>
static pthread_barrier_t barrier;
static int shared;
static void *run(void *argument) {
  for (int i = 0; i < 2; i++) {
    pthread_barrier_wait(&barrier);
    shared++;
    pthread_barrier_wait(&barrier);
  }
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&thread, NULL, run, NULL);
  for (int i = 0; i < 2; i++) {
    assert(shared == i);
    pthread_barrier_wait(&barrier);
    pthread_barrier_wait(&barrier);
  }
  assert(shared == 2);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
