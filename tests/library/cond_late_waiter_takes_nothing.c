// expect: TRUE
// properties: reach,deadlock
/* A thread that waits after a signal cannot take its wake-up. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int waits, signalled;
static void *first(void *argument) {
  pthread_mutex_lock(&mutex);
  waits = 1;
  while (!signalled)
    pthread_cond_wait(&changed, &mutex);
  signalled = 2; /* sets the late one free */
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, first, NULL);
  pthread_mutex_lock(&mutex);
  if (waits) {
    signalled = 1;
    pthread_cond_signal(&changed);
    while (signalled != 2)
      pthread_cond_wait(&changed, &mutex);
  }
  signalled = 1;
  pthread_mutex_unlock(&mutex);
}
// SPDX-License-Identifier: Apache-2.0
