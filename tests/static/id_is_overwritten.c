// SPDX-License-Identifier: Apache-2.0
// The ids stay where the creation stored them.
// With -DRACE: one id is copied over another one.
#include <pthread.h>

#ifndef THREADS
#define THREADS 20
#endif
static int element[THREADS];
static pthread_t thread[THREADS], kept;

static void *work(void *argument) {
  int *own = argument;
  *own = 1;
  return NULL;
}

int main(void) {
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, work, &element[i]);
#ifdef RACE
  pthread_t helper;
  kept = thread[1];
  pthread_join(thread[0], NULL);
  pthread_create(&helper, NULL, work, &element[0]);
  thread[1] = helper;
  pthread_join(thread[1], NULL);
  return element[1];
#else
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  return element[0] + (kept != 0);
#endif
}
