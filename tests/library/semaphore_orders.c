// expect: TRUE
/* A wait comes behind the post it needs. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t semaphore;
static int shared;
static void *run(void *argument) {
  shared = 1;
  assert(sem_post(&semaphore) == 0);
  return argument;
}
int main(void) {
  pthread_t thread;
  assert(sem_init(&semaphore, 0, 0) == 0);
  pthread_create(&thread, NULL, run, NULL);
  assert(sem_wait(&semaphore) == 0);
  assert(shared == 1);
  pthread_join(thread, NULL);
  assert(sem_destroy(&semaphore) == 0);
}
// SPDX-License-Identifier: Apache-2.0
