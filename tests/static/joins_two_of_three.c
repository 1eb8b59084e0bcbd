// SPDX-License-Identifier: Apache-2.0
// All threads are joined.
// With -DRACE: the last one is not.
#include <pthread.h>

#ifndef THREADS
#define THREADS 20
#endif
static int element[THREADS];

static void *work(void *argument) {
  int *own = argument;
  *own = 1;
  return NULL;
}

int main(void) {
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, work, &element[i]);
#ifdef RACE
  for (int i = 0; i < THREADS - 1; i++)
#else
  for (int i = 0; i < THREADS; i++)
#endif
    pthread_join(thread[i], NULL);
  return element[THREADS - 1];
}
