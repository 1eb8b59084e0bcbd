// expect: TRUE
/* A cancelled joiner leaves the other thread joinable. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t go_on;
static pthread_t worker;
static void *work(void *argument) {
  sem_wait(&go_on);
  return argument;
}
static void *join(void *argument) {
  pthread_join(worker, NULL);
  return argument;
}
int main(void) {
  pthread_t joiner;
  void *result;
  sem_init(&go_on, 0, 0);
  pthread_create(&worker, NULL, work, NULL);
  pthread_create(&joiner, NULL, join, NULL);
  pthread_cancel(joiner);
  pthread_join(joiner, &result);
  assert(result == PTHREAD_CANCELED);
  sem_post(&go_on);
  assert(pthread_join(worker, NULL) == 0);
}
// SPDX-License-Identifier: Apache-2.0
