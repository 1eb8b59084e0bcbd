// expect: FALSE(race)
// properties: race
// With -1 readers before, one reader makes none, and a writer gets the lock beside it.
#include <pthread.h>

enum { READERS = sizeof(long) == 8 ? 2 : 1 };

static union {
  pthread_rwlock_t lock;
  int words[sizeof(pthread_rwlock_t) / sizeof(int)];
} both;
static int x;

static void *work(void *unused) {
  pthread_rwlock_rdlock(&both.lock);
  int result = x;
  (void)result;
  return unused;
}

int main(void) {
  pthread_t thread;
  both.words[READERS] = -1;
  pthread_create(&thread, 0, work, 0);
  pthread_rwlock_wrlock(&both.lock);
  x = 2;
}

// SPDX-License-Identifier: Apache-2.0
