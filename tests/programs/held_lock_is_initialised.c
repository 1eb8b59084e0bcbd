// expect: FALSE(race)
// properties: race
// Main holds the lock and initialises it again: then it does not hold it any more.
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
  pthread_mutex_lock(&lock);
  pthread_mutex_init(&lock, 0);
  pthread_create(&thread, 0, work, 0);
  x = 2;
}

// SPDX-License-Identifier: Apache-2.0
