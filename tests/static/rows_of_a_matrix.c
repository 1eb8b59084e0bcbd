// SPDX-License-Identifier: Apache-2.0
// Each thread has a row, written at constant columns.
// With -DRACE: one more column than there is.
#include <pthread.h>

#ifndef THREADS
#define THREADS 20
#endif
static int matrix[THREADS + 1][2];

static void *work(void *argument) {
  int(*row)[2] = argument;
  (*row)[0] = 1;
#ifdef RACE
  row[1][0] = 2;
#else
  (*row)[1] = 2;
#endif
  return NULL;
}

int main(void) {
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, work, &matrix[i]);
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  return matrix[0][0];
}
