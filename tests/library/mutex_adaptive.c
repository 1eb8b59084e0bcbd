// expect: TRUE
/* glibc's adaptive mutex is a normal one. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
static int shared;
static void *run(void *argument) {
  pthread_mutex_lock(&mutex);
  shared++;
  pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  run(NULL);
  pthread_join(thread, NULL);
  assert(shared == 2);
}
// SPDX-License-Identifier: Apache-2.0
