// SPDX-License-Identifier: Apache-2.0
// The structures and the ids are local variables of main.
// With -DRACE: all threads get the first structure.
#include <pthread.h>

#ifndef THREADS
#define THREADS 20
#endif
struct job {
  int number, result;
};

static void *work(void *argument) {
  struct job *job = argument;
  job->result = job->number;
  return NULL;
}

int main(void) {
  pthread_t thread[THREADS];
  struct job jobs[THREADS];
  for (int i = 0; i < THREADS; i++) {
    jobs[i].number = i;
    jobs[i].result = 0;
  }
  for (int i = 0; i < THREADS; i++) {
#ifdef RACE
    pthread_create(&thread[i], NULL, work, &jobs[0]);
#else
    pthread_create(&thread[i], NULL, work, jobs + i);
#endif
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  int sum = 0;
  for (int i = 0; i < THREADS; i++)
    sum += jobs[i].result;
  return sum == 0;
}
