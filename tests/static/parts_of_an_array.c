// SPDX-License-Identifier: Apache-2.0
// Each thread has a part of the array, and goes through it.
// With -DRACE: the parts overlap by one.
#include <pthread.h>

#ifndef THREADS
#define THREADS 20
#endif
enum { PART = 3 };
static int array[THREADS * PART + 1];
struct job {
  int first, last;
};
static struct job jobs[THREADS];

static void *work(void *argument) {
  struct job *job = argument;
#ifdef RACE
  for (int i = job->first; i <= job->last; i++)
#else
  for (int i = job->first; i < job->last; i++)
#endif
    array[i]++;
  return NULL;
}

int main(void) {
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++) {
    jobs[i].first = i * PART;
    jobs[i].last = (i + 1) * PART;
    pthread_create(&thread[i], NULL, work, &jobs[i]);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  return array[0];
}
