// expect: FALSE(deadlock)
/* Two semaphores taken in opposite orders. */
#include <pthread.h>
#include <semaphore.h>
static sem_t one, two;
static void *run(void *argument) {
  sem_wait(&two);
  sem_wait(&one);
  sem_post(&one);
  sem_post(&two);
  return argument;
}
int main(void) {
  pthread_t thread;
  sem_init(&one, 0, 1);
  sem_init(&two, 0, 1);
  pthread_create(&thread, NULL, run, NULL);
  sem_wait(&one);
  sem_wait(&two);
  sem_post(&two);
  sem_post(&one);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
