// SPDX-License-Identifier: Apache-2.0
// Each thread gets a block that main allocates for it, and frees it.
// With -DRACE: main writes to the block after it has created the thread.
#include <pthread.h>
#include <stdlib.h>

#ifndef THREADS
#define THREADS 20
#endif
struct job {
  int number, result;
};

static void *work(void *argument) {
  struct job *job = argument;
  job->result = job->number;
  free(job);
  return NULL;
}

int main(void) {
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++) {
    struct job *job = malloc(sizeof *job);
    if (!job)
      abort();
    job->number = i;
    job->result = 0;
    pthread_create(&thread[i], NULL, work, job);
#ifdef RACE
    job->result = 1;
#endif
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
}
