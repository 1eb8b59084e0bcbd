// expect: FALSE(lock)
/* A semaphore for which a thread waits must not be destroyed. */
#include <pthread.h>
#include <semaphore.h>
static sem_t semaphore;
static void *run(void *argument) {
  sem_wait(&semaphore);
  return argument;
}
int main(void) {
  pthread_t thread;
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, NULL, run, NULL);
  sem_destroy(&semaphore);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
