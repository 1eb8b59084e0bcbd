// expect: FALSE(race)
// properties: race
// Another thread creates a third one and stores its id where main looks for the id to join.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t id;
static int x;

static void *work(void *unused) {
  x = 1;
  return unused;
}

static void *idle(void *unused) { return unused; }

static void *replace(void *unused) {
  pthread_mutex_lock(&lock);
  pthread_create(&id, 0, idle, 0);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t first;
  pthread_create(&first, 0, replace, 0);
  pthread_mutex_lock(&lock);
  pthread_create(&id, 0, work, 0);
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  pthread_t joined = id;
  pthread_mutex_unlock(&lock);
  pthread_join(joined, 0);
  x = 2;
}

// SPDX-License-Identifier: Apache-2.0
