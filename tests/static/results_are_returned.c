// SPDX-License-Identifier: Apache-2.0
// Threads return the address of their element, which main reads after the join.
// With -DRACE: main keeps reading through the array.
#include <pthread.h>

#ifndef THREADS
#define THREADS 20
#endif
static int element[THREADS];

static void *work(void *argument) {
  int *own = argument;
  *own = 1;
  return own;
}

int main(void) {
  pthread_t thread[THREADS];
  int sum = 0;
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, work, &element[i]);
  for (int i = 0; i < THREADS; i++) {
    void *result;
    pthread_join(thread[i], &result);
#ifdef RACE
    sum += element[THREADS - 1];
#else
    sum += element[i];
#endif
  }
  return sum;
}
