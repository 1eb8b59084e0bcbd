// expect: TRUE
/* Rounds without end are finitely many states. */
#include <pthread.h>
static pthread_barrier_t barrier;
static void *run(void *argument) {
  while (1)
    pthread_barrier_wait(&barrier);
  return argument;
}
int main(void) {
  pthread_t threads[2];
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&threads[0], NULL, run, NULL);
  pthread_create(&threads[1], NULL, run, NULL);
  run(NULL);
}
// SPDX-License-Identifier: Apache-2.0
