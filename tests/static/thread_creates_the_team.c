// SPDX-License-Identifier: Apache-2.0
// A thread creates the others and joins them, and main joins it.
// With -DRACE: it does not join them.
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

static void *lead(void *unused) {
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, work, &element[i]);
#ifndef RACE
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  element[0]++;
#endif
  return unused;
}

int main(void) {
  pthread_t leader;
  pthread_create(&leader, NULL, lead, NULL);
  pthread_join(leader, NULL);
#ifdef RACE
  return element[0];
#endif
  return 0;
}
