// expect: FALSE(reach)
// engines: reference explicit graph
/* The thread that looks at the result can be the serial one, though the other one does not look. */
#include <assert.h>
#include <pthread.h>
static pthread_barrier_t barrier;
static void *run(void *argument) {
  pthread_barrier_wait(&barrier);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&thread, NULL, run, NULL);
  assert(pthread_barrier_wait(&barrier) != PTHREAD_BARRIER_SERIAL_THREAD);
}
// SPDX-License-Identifier: Apache-2.0
