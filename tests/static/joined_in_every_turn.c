// SPDX-License-Identifier: Apache-2.0
// Every turn of the second loop joins a thread.
// With -DRACE: all but the second one.
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
  for (int i = 0; i < THREADS; i++) {
#ifdef RACE
    if (i == 1)
      continue;
#endif
    pthread_join(thread[i], NULL);
  }
  return element[1];
}
