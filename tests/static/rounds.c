// SPDX-License-Identifier: Apache-2.0
// Threads are created and joined in every round.
// With -DRACE: they are joined after the last round only.
#include <pthread.h>

#ifndef THREADS
#define THREADS 20
#endif
enum { ROUNDS = 2 };
static int element[THREADS];

static void *work(void *argument) {
  int *own = argument;
  ++*own;
  return NULL;
}

int main(void) {
  pthread_t thread[THREADS];
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < THREADS; i++)
      pthread_create(&thread[i], NULL, work, &element[i]);
#ifdef RACE
    if (round == 0)
      continue;
#endif
    for (int i = 0; i < THREADS; i++)
      pthread_join(thread[i], NULL);
    element[0]++;
  }
  return element[0];
}
