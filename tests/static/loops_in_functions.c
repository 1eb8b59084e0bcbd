// SPDX-License-Identifier: Apache-2.0
// One function creates all threads and joins them; main looks at the elements.
// With -DRACE: the function does not join them.
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

static void run_all(void) {
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, work, &element[i]);
#ifndef RACE
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
#endif
}

int main(void) {
  element[0] = 5;
  run_all();
  return element[0] + element[1];
}
