// SPDX-License-Identifier: Apache-2.0
// The loop counts by a pointer to the structures.
// With -DRACE: the pointer moves after the last creation only.
#include <pthread.h>

#ifndef THREADS
#define THREADS 20
#endif
struct job {
  int number, result;
};
static struct job jobs[THREADS];

static void *work(void *argument) {
  struct job *job = argument;
  job->result = 1;
  return NULL;
}

int main(void) {
  pthread_t thread[THREADS];
  struct job *job = jobs;
#ifdef RACE
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, work, job);
  job++;
#else
  for (int i = 0; i < THREADS; i++, job++)
    pthread_create(&thread[i], NULL, work, job);
#endif
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  return jobs[0].result + (job == jobs);
}
