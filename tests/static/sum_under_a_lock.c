// SPDX-License-Identifier: Apache-2.0
// Elements are own, their sum is under a lock.
// With -DRACE: the last thread adds without the lock.
#include <pthread.h>

#ifndef THREADS
#define THREADS 20
#endif
struct job {
  int number, result;
};
static struct job jobs[THREADS];
static int sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument) {
  struct job *job = argument;
  job->result = job->number + 1;
#ifdef RACE
  if (job->number == 2) {
    sum += job->result;
    return NULL;
  }
#endif
  pthread_mutex_lock(&lock);
  sum += job->result;
  pthread_mutex_unlock(&lock);
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
  return sum;
}
