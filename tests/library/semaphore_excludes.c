// expect: TRUE
/* A semaphore of one is a lock. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t semaphore;
static int shared;
static void *run(void *argument) {
  sem_wait(&semaphore);
  shared++;
  sem_post(&semaphore);
  return argument;
}
int main(void) {
  pthread_t thread;
  sem_init(&semaphore, 0, 1);
  pthread_create(&thread, NULL, run, NULL);
  run(NULL);
  pthread_join(thread, NULL);
  assert(shared == 2);
}
// SPDX-License-Identifier: Apache-2.0
