// SPDX-License-Identifier: Apache-2.0
// Each thread gets the address of its own structure.
// With -DRACE: main reads a result before it joins the thread.
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
  job->result = job->number * 2;
  return NULL;
}

int main(void) {
  pthread_t thread[THREADS];
  int sum = 0;
  for (int i = 0; i < THREADS; i++) {
    jobs[i].number = i;
    pthread_create(&thread[i], NULL, work, &jobs[i]);
  }
  for (int i = 0; i < THREADS; i++) {
#ifdef RACE
    sum += jobs[i].result;
#endif
    pthread_join(thread[i], NULL);
    sum += jobs[i].result;
  }
  return sum == 0;
}
