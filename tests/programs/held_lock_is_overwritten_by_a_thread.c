// expect: FALSE(race)
// properties: race
// A thread that ends before the others begin overwrites the lock that main holds.
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *reset(void *unused) {
  __VERIFIER_atomic_begin();
  lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  __VERIFIER_atomic_end();
  return unused;
}

static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  x = 1;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_mutex_lock(&lock);
  pthread_create(&first, 0, reset, 0);
  pthread_join(first, 0);
  pthread_create(&second, 0, work, 0);
  x = 2;
}

// SPDX-License-Identifier: Apache-2.0
