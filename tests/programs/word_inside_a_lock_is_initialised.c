// expect: FALSE(race)
// properties: race
// lp64-only
// The initialiser is not one of the library's: both calls to take the mutex fail.
#include <pthread.h>

static union {
  long words[sizeof(pthread_mutex_t) / sizeof(long)];
  pthread_mutex_t lock;
} both = {{0, 0, 0, 4}};
static int x;

static void *work(void *unused) {
  pthread_mutex_lock(&both.lock);
  x = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_mutex_lock(&both.lock);
  x = 2;
}

// SPDX-License-Identifier: Apache-2.0
