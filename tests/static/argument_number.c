// SPDX-License-Identifier: Apache-2.0
// Each thread gets its number as argument, and has the element with this number.
// With -DRACE: two numbers lead to one element.
#include <pthread.h>
#include <stdint.h>

#ifndef THREADS
#define THREADS 20
#endif
static int element[THREADS];

static void *work(void *argument) {
  int number = (int)(intptr_t)argument;
#ifdef RACE
  number /= 2;
#endif
  element[number] = number;
  element[number]++;
  return NULL;
}

int main(void) {
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, work, (void *)(intptr_t)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  int sum = 0;
  for (int i = 0; i < THREADS; i++)
    sum += element[i];
  return sum == 0;
}
