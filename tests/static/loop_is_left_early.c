// SPDX-License-Identifier: Apache-2.0
// The loop of joins ends early only where the program ends.
// With -DRACE: it is left early, and then main reads.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
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
  for (int i = 0; i < THREADS; i++) {
    if (__VERIFIER_nondet_int()) {
#ifdef RACE
      break;
#else
      exit(1);
#endif
    }
    pthread_join(thread[i], NULL);
  }
  return element[0];
}
