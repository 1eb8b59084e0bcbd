// SPDX-License-Identifier: Apache-2.0
// property: memory,race,lock
// Threads add jobs to a list and look at the second one.
// With -DRACE: without asking whether there is one.
#include <pthread.h>
#include <stdlib.h>

#ifndef THREADS
#define THREADS 20
#endif
struct job {
  struct job *next;
  int number;
};

static struct job *list;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
  struct job *job = malloc(sizeof *job);
  if (!job)
    abort();
  job->number = 0;
  pthread_mutex_lock(&lock);
  job->next = list;
  list = job;
  struct job *second = list->next;
#ifndef RACE
  if (second)
#endif
    second->number++;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, work, NULL);
}
