// SPDX-License-Identifier: Apache-2.0
// The number of the element is in the block of the thread.
// With -DRACE: all blocks have the same number.
#include <pthread.h>
#include <stdlib.h>

#ifndef THREADS
#define THREADS 20
#endif
static int element[THREADS];

static void *work(void *argument) {
  int *number = argument;
  element[*number]++;
  free(number);
  return NULL;
}

int main(void) {
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++) {
    int *number = malloc(sizeof *number);
    if (!number)
      abort();
#ifdef RACE
    *number = 1;
#else
    *number = i;
#endif
    pthread_create(&thread[i], NULL, work, number);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  return element[0];
}
