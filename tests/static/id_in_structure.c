// SPDX-License-Identifier: Apache-2.0
// The id of the thread is in its structure.
// With -DRACE: main reads the results while it joins, one too early.
#include <pthread.h>

#ifndef THREADS
#define THREADS 20
#endif
struct job {
  pthread_t thread;
  int number, result;
};
static struct job jobs[THREADS + 1];

static void *work(void *argument) {
  struct job *job = argument;
  job->result = job->number;
  return NULL;
}

int main(void) {
  int sum = 0;
  for (int i = 0; i < THREADS; i++) {
    jobs[i].number = i;
    pthread_create(&jobs[i].thread, NULL, work, &jobs[i]);
  }
  for (int i = 0; i < THREADS; i++) {
    pthread_join(jobs[i].thread, NULL);
#ifdef RACE
    sum += jobs[i + 1].result;
#else
    sum += jobs[i].result;
#endif
  }
  return sum;
}
