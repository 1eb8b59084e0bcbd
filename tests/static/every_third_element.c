// SPDX-License-Identifier: Apache-2.0
// Each thread has every third element.
// With -DRACE: the step is too small.
#include <pthread.h>
#include <stdint.h>

#ifndef THREADS
#define THREADS 20
#endif
enum { LENGTH = 3 * THREADS };
static int array[LENGTH];

static void *work(void *argument) {
  int number = (int)(intptr_t)argument;
#ifdef RACE
  for (int i = number; i < LENGTH; i += THREADS - 1)
#else
  for (int i = number; i < LENGTH; i += THREADS)
#endif
    array[i]++;
  return NULL;
}

int main(void) {
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, work, (void *)(intptr_t)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  return array[0];
}
