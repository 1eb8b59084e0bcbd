// SPDX-License-Identifier: Apache-2.0
// A function of the program creates each thread, another one joins it.
// With -DRACE: the helper passes the same element.
#include <pthread.h>
#include <stdlib.h>

#ifndef THREADS
#define THREADS 20
#endif
static pthread_t thread[THREADS];
static int element[THREADS];

static void *work(void *argument) {
  int *own = argument;
  *own = 1;
  return NULL;
}

static void begin(int number) {
#ifdef RACE
  if (pthread_create(&thread[number], NULL, work, &element[0]))
    abort();
#else
  if (pthread_create(&thread[number], NULL, work, &element[number]))
    abort();
#endif
}

int main(void) {
  for (int i = 0; i < THREADS; i++)
    begin(i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  return element[0];
}
