// expect: FALSE(deadlock)
// properties: deadlock
// Before there are threads, the program sets how many read: then no writer ever gets the lock.
#include <pthread.h>

enum { READERS = sizeof(long) == 8 ? 2 : 1 };

static union {
  pthread_rwlock_t lock;
  int words[sizeof(pthread_rwlock_t) / sizeof(int)];
} both;

static void *work(void *unused) {
  pthread_rwlock_wrlock(&both.lock);
  pthread_rwlock_unlock(&both.lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  both.words[READERS] = 4;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
}

// SPDX-License-Identifier: Apache-2.0
