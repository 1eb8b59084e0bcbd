// SPDX-License-Identifier: Apache-2.0
// Each thread takes a number from an atomic counter, and has the element of that number.
// With -DRACE: the counter is read and written in two steps.
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 20
#endif
static _Atomic unsigned next;
static int element[THREADS];

static void *work(void *unused) {
#ifdef RACE
  unsigned number = next;
  next = number + 1;
#else
  unsigned number = atomic_fetch_add(&next, 1);
#endif
  if (number < THREADS)
    element[number] = 1;
  return unused;
}

int main(void) {
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, work, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  return element[0];
}
