// expect: FALSE(race)
// properties: race
// The lock that main has tried with success is overwritten before main looks at the result.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  x = 1;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  int refused = pthread_mutex_trylock(&lock);
  lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  if (refused)
    return 0;
  pthread_create(&thread, 0, work, 0);
  x = 2;
}

// SPDX-License-Identifier: Apache-2.0
