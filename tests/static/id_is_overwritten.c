// SPDX-License-Identifier: Apache-2.0
// The ids stay where the creation stored them.
// With -DRACE: one id is copied over another one, so that one thread is not joined.
#include <pthread.h>

#ifndef THREADS
#define THREADS 20
#endif
static int element[THREADS];
static pthread_t thread[THREADS];

static void *work(void *argument) {
  int *own = argument;
  *own = 1;
  return NULL;
}

int main(void) {
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, work, &element[i]);
#ifdef RACE
  thread[1] = thread[0];
#endif
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  return element[1];
}
