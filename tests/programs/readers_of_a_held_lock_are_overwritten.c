// expect: FALSE(race)
// properties: race
// main overwrites the number of readers of the lock that it holds.
#include <pthread.h>

enum { READERS = sizeof(long) == 8 ? 2 : 1 };

static union {
  pthread_rwlock_t lock;
  int words[sizeof(pthread_rwlock_t) / sizeof(int)];
} both = {PTHREAD_RWLOCK_INITIALIZER};
static int x;

static void *work(void *unused) {
  pthread_rwlock_wrlock(&both.lock);
  x = 1;
  pthread_rwlock_unlock(&both.lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_rwlock_rdlock(&both.lock);
  both.words[READERS] = 0;
  pthread_create(&thread, 0, work, 0);
  int read = x;
  pthread_join(thread, 0);
  return read;
}

// SPDX-License-Identifier: Apache-2.0
