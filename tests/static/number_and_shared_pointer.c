// SPDX-License-Identifier: Apache-2.0
// The structure has the number and the address of the common array.
// With -DRACE: the numbers differ by less than the fields that are written.
#include <pthread.h>

#ifndef THREADS
#define THREADS 20
#endif
struct job {
  int number;
  int *array;
};
static struct job jobs[THREADS];
static int array[2 * THREADS];

static void *work(void *argument) {
  struct job *job = argument;
#ifdef RACE
  job->array[job->number] = 1;
  job->array[job->number + 1] = 2;
#else
  job->array[2 * job->number] = 1;
  job->array[2 * job->number + 1] = 2;
#endif
  return NULL;
}

int main(void) {
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++) {
    jobs[i].number = i;
    jobs[i].array = array;
    pthread_create(&thread[i], NULL, work, &jobs[i]);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  return array[0];
}
