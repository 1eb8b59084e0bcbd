// expect: TRUE
// properties: race
// engines: reference lockset
// What the mutex held before it is initialised does not matter, nor the kind that an initialiser gives it.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>

enum { OWNER = sizeof(long) == 8 ? 3 : 2 };

static union {
  pthread_mutex_t lock;
  long words[sizeof(pthread_mutex_t) / sizeof(long)];
} both;
static pthread_mutex_t again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_rwlock_t *third;
static int x, y, z;

static void use(void) {
  pthread_mutex_lock(&both.lock);
  x++;
  pthread_mutex_unlock(&both.lock);
  pthread_mutex_lock(&again);
  y++;
  pthread_mutex_unlock(&again);
  pthread_rwlock_wrlock(third);
  z++;
  pthread_rwlock_unlock(third);
}

static void *work(void *unused) {
  use();
  return unused;
}

int main(void) {
  pthread_t thread;
  both.words[OWNER] = 4;
  pthread_mutex_init(&both.lock, 0);
  third = malloc(sizeof *third);
  pthread_rwlock_init(third, 0);
  use();
  pthread_create(&thread, 0, work, 0);
  use();
}

// SPDX-License-Identifier: Apache-2.0
