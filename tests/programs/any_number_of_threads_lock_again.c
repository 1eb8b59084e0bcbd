// expect: TRUE
// properties: reach
// engines: modular
// Any number of threads lock a recursive mutex twice. The first unlock does not let another thread in.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int inside;

static void *work(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
  inside = 1;
  pthread_mutex_unlock(&mutex);
  assert(inside == 1);
  inside = 0;
  assert(pthread_mutex_unlock(&mutex) == 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  for (;;)
    pthread_create(&thread, 0, work, 0);
}

// SPDX-License-Identifier: Apache-2.0
