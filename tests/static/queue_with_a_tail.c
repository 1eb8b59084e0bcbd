// SPDX-License-Identifier: Apache-2.0
// property: memory,race,lock
// A queue with pointers to its first and last job.
// With -DRACE: the last job is still the tail after it was taken out.
#include <pthread.h>
#include <stdlib.h>

#ifndef THREADS
#define THREADS 20
#endif
struct job {
  struct job *next;
  int number;
};

static struct job *head, *tail;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void put(int number) {
  struct job *job = calloc(1, sizeof *job);
  if (!job)
    abort();
  job->number = number;
  pthread_mutex_lock(&lock);
  if (tail)
    tail->next = job;
  else
    head = job;
  tail = job;
  pthread_mutex_unlock(&lock);
}

static struct job *take(void) {
  pthread_mutex_lock(&lock);
  struct job *job = head;
  if (job)
    head = job->next;
#ifndef RACE
  if (!head)
    tail = NULL;
#endif
  pthread_mutex_unlock(&lock);
  return job;
}

static void *work(void *unused) {
  struct job *job = take();
  if (job && job->number)
    put(job->number - 1);
  free(job);
  return unused;
}

int main(void) {
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++) {
    put(i);
    pthread_create(&thread[i], NULL, work, NULL);
  }
}
