// SPDX-License-Identifier: Apache-2.0
// property: memory,race,lock
// A thread takes a job out of a list, and looks at the next one under the lock.
// With -DRACE: without the lock.
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
  pthread_mutex_lock(&lock);
  struct job *job = list;
  if (job) {
    list = job->next;
#ifndef RACE
    if (list)
      list->number++;
#endif
  }
  pthread_mutex_unlock(&lock);
#ifdef RACE
  if (job && job->next)
    job->next->number++;
#endif
  free(job);
  return unused;
}

int main(void) {
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++) {
    struct job *job = calloc(1, sizeof *job);
    if (!job)
      abort();
    job->next = list;
    list = job;
  }
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, work, NULL);
}
