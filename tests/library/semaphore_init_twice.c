// expect: FALSE(lock)
/* A semaphore must be destroyed before it is initialised again. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
static sem_t semaphore;
static void *run(void *argument) {
  sem_init(&semaphore, 0, 1);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  run(NULL);
}
// SPDX-License-Identifier: Apache-2.0
