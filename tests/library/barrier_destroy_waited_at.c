// expect: FALSE(lock)
/* A barrier at which a thread waits must not be destroyed. */
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
  pthread_barrier_destroy(&barrier);
}
// SPDX-License-Identifier: Apache-2.0
