// SPDX-License-Identifier: Apache-2.0
// Main writes to the structure of a thread before it creates the thread.
// With -DRACE: after it has created the thread.
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
  job->result += 2;
  return NULL;
}

int main(void) {
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++) {
#ifndef RACE
    jobs[i].result = i;
#endif
    pthread_create(&thread[i], NULL, work, &jobs[i]);
#ifdef RACE
    jobs[i].result = i;
#endif
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  return jobs[0].result;
}
