// expect: FALSE(race)
// properties: race
// main overwrites the word of the lock that names its holder, before there are other threads.
#include <pthread.h>

enum { OWNER = sizeof(long) == 8 ? 3 : 2 };

static union {
  pthread_mutex_t lock;
  long words[sizeof(pthread_mutex_t) / sizeof(long)];
} both = {PTHREAD_MUTEX_INITIALIZER};
static int x;

static void *work(void *unused) {
  pthread_mutex_lock(&both.lock);
  x = 1;
  pthread_mutex_unlock(&both.lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&both.lock);
  both.words[OWNER] = 0;
  pthread_create(&thread, 0, work, 0);
  x = 2;
  pthread_join(thread, 0);
}

// SPDX-License-Identifier: Apache-2.0
