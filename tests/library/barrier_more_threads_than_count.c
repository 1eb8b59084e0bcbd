// expect: TRUE
/* Four threads make two rounds of two. */
#include <pthread.h>
static pthread_barrier_t barrier;
static void *run(void *argument) {
  pthread_barrier_wait(&barrier);
  return argument;
}
int main(void) {
  pthread_t threads[3];
  pthread_barrier_init(&barrier, NULL, 2);
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, run, NULL);
  pthread_barrier_wait(&barrier);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
}
// SPDX-License-Identifier: Apache-2.0
