// expect: FALSE(race)
// properties: race
// An assignment to a whole structure also writes the lock in it, which another thread takes.
#include <pthread.h>

static struct {
  pthread_mutex_t lock;
  int x;
} all;

static void *work(void *unused) {
  pthread_mutex_lock(&all.lock);
  pthread_mutex_unlock(&all.lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  __typeof__(all) fresh = {0};
  pthread_create(&thread, 0, work, 0);
  all = fresh;
}

// SPDX-License-Identifier: Apache-2.0
