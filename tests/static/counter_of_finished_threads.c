// SPDX-License-Identifier: Apache-2.0
// Main waits until a counter says that all have finished.
// With -DRACE: it waits for one less.
#include <pthread.h>

#ifndef THREADS
#define THREADS 20
#endif
static int element[THREADS], finished;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all = PTHREAD_COND_INITIALIZER;

static void *work(void *argument) {
  int *own = argument;
  *own = 1;
  pthread_mutex_lock(&lock);
  finished++;
  pthread_cond_signal(&all);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, work, &element[i]);
  pthread_mutex_lock(&lock);
#ifdef RACE
  while (finished < THREADS - 1)
#else
  while (finished < THREADS)
#endif
    pthread_cond_wait(&all, &lock);
  pthread_mutex_unlock(&lock);
  return element[0] + element[1] + element[2];
}
