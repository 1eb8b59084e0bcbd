// SPDX-License-Identifier: Apache-2.0
// The first half is joined first, then the rest.
// With -DRACE: the second half is left out.
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
  for (int i = 0; i < THREADS / 2; i++)
    pthread_join(thread[i], NULL);
#ifndef RACE
  for (int i = THREADS / 2; i < THREADS; i++)
    pthread_join(thread[i], NULL);
#endif
  return element[THREADS - 1];
}
