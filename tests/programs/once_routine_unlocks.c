// expect: FALSE(race)
// properties: race
// The routine that pthread_once calls gives back the lock that its caller holds.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void unlock(void) { pthread_mutex_unlock(&lock); }

static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  x = 1;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_mutex_lock(&lock);
  pthread_once(&once, unlock);
  x = 2;
}

// SPDX-License-Identifier: Apache-2.0
