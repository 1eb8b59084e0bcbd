// expect: TRUE
/* A thread that waits for a semaphore can be cancelled. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t semaphore;
static void *run(void *argument) {
  sem_wait(&semaphore);
  return argument;
}
int main(void) {
  pthread_t thread;
  void *result;
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, NULL, run, NULL);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED);
}
// SPDX-License-Identifier: Apache-2.0
