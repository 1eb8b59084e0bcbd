// expect: FALSE(overflow)
// properties: overflow
// engines: auto
/* The limit is tested before the lock is taken, so that two threads may pass it. */
#include <limits.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static int level = INT_MAX - 1;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *move(void *unused) {
  if (level == INT_MAX)
    return unused;
  pthread_mutex_lock(&mutex);
  level++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_int())
    pthread_create(&thread, 0, move, 0);
}
// SPDX-License-Identifier: Apache-2.0
