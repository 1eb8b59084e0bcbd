// SPDX-License-Identifier: Apache-2.0
// The threads of the second phase read what those of the first one wrote.
// With -DRACE: the second phase begins before the first one was joined.
#include <pthread.h>

#ifndef THREADS
#define THREADS 20
#endif
static int first[THREADS], second[THREADS];

static void *write_first(void *argument) {
  int *own = argument;
  *own = 1;
  return NULL;
}

static void *write_second(void *argument) {
  int *own = argument;
  *own = first[0] + first[1];
  return NULL;
}

int main(void) {
  pthread_t thread[THREADS], other[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, write_first, &first[i]);
#ifndef RACE
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
#endif
  for (int i = 0; i < THREADS; i++)
    pthread_create(&other[i], NULL, write_second, &second[i]);
#ifdef RACE
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
#endif
  for (int i = 0; i < THREADS; i++)
    pthread_join(other[i], NULL);
  return second[0];
}
