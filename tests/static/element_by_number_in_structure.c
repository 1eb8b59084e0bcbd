// SPDX-License-Identifier: Apache-2.0
// The number of the element is in the structure of the thread.
// With -DRACE: a thread changes its number.
#include <pthread.h>

#ifndef THREADS
#define THREADS 20
#endif
struct job {
  int number, result;
};
static struct job jobs[THREADS];
static int element[THREADS];

static void *work(void *argument) {
  struct job *job = argument;
#ifdef RACE
  job->number = 0;
#endif
  element[job->number] = 1;
  job->result = element[job->number];
  return NULL;
}

int main(void) {
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++) {
    jobs[i].number = i;
    pthread_create(&thread[i], NULL, work, &jobs[i]);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  return element[0] + jobs[0].result;
}
