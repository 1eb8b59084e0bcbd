// SPDX-License-Identifier: Apache-2.0
// property: memory,race,lock
// A thread takes all jobs out of a list at once, and frees them one by one.
// With -DRACE: it leaves them in the list.
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
  struct job *job = malloc(sizeof *job);
  if (!job)
    abort();
  job->number = 1;
  pthread_mutex_lock(&lock);
  job->next = head;
  head = job;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  struct job *list = head;
#ifndef RACE
  head = NULL;
#endif
  pthread_mutex_unlock(&lock);
  while (list) {
    struct job *next = list->next;
    list->number++;
    free(list);
    list = next;
  }
  return unused;
}

int main(void) {
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, work, NULL);
}
