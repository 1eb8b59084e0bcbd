// expect: TRUE
/* Exactly one thread of a round is told to be the serial one. */
#include <assert.h>
#include <pthread.h>
static pthread_barrier_t barrier;
static void *run(void *argument) {
  return pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD ? &barrier : argument;
}
int main(void) {
  pthread_t thread;
  void *other;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&thread, NULL, run, NULL);
  int mine = pthread_barrier_wait(&barrier);
  assert(mine == 0 || mine == PTHREAD_BARRIER_SERIAL_THREAD);
  pthread_join(thread, &other);
  assert((other == &barrier) == (mine == 0));
}
// SPDX-License-Identifier: Apache-2.0
