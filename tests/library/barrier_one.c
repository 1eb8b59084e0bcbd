// expect: TRUE
/* A barrier of one thread never waits. */
#include <assert.h>
#include <pthread.h>
int main(void) {
  pthread_barrier_t barrier;
  pthread_barrier_init(&barrier, NULL, 1);
  assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
  assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
  pthread_barrier_destroy(&barrier);
}
// SPDX-License-Identifier: Apache-2.0
