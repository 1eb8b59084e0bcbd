// expect: TRUE
/* The serial thread of the last round may destroy and free the barrier. */
#include <pthread.h>
#include <stdlib.h>
static void *run(void *argument) {
  if (pthread_barrier_wait(argument) == PTHREAD_BARRIER_SERIAL_THREAD) {
    pthread_barrier_destroy(argument);
    free(argument);
  }
  return NULL;
}
int main(void) {
  pthread_t thread;
  pthread_barrier_t *barrier = malloc(sizeof *barrier);
  if (!barrier)
    return 0;
  pthread_barrier_init(barrier, NULL, 2);
  pthread_create(&thread, NULL, run, barrier);
  run(barrier);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
