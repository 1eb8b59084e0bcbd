// SPDX-License-Identifier: Apache-2.0
// property: memory,race,lock
// Threads take jobs from a stack under a lock, and use and free them without it.
// With -DRACE: a thread releases the lock before it has taken the job out.
#include <pthread.h>
#include <stdlib.h>

#ifndef THREADS
#define THREADS 20
#endif
struct job {
  struct job *next;
  int number;
};

static struct job *head;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
    struct job *job = head;
#ifdef RACE
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
#endif
    if (job)
      head = job->next;
    pthread_mutex_unlock(&lock);
    if (!job)
      return unused;
    job->number++;
    free(job);
  }
}

int main(void) {
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++) {
    struct job *job = malloc(sizeof *job);
    if (!job)
      abort();
    job->number = 0;
    pthread_mutex_lock(&lock);
    job->next = head;
    head = job;
    pthread_mutex_unlock(&lock);
    pthread_create(&thread[i], NULL, work, NULL);
  }
}
