// expect: FALSE(race)
/* A semaphore of two lets two threads in. */
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
  sem_init(&semaphore, 0, 2);
  pthread_create(&thread, NULL, run, NULL);
  run(NULL);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
