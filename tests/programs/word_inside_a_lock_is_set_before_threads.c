// expect: FALSE(race)
// properties: race
// The word that names the holder of a mutex says, before there are other threads, that nobody can take it any more: both
// calls fail. On ILP32 the word is at another place.
#include <pthread.h>

enum { OWNER = sizeof(long) == 8 ? 3 : 2, GIVEN_UP = 4 };

static union {
  pthread_mutex_t lock;
  long words[sizeof(pthread_mutex_t) / sizeof(long)];
} both = {PTHREAD_MUTEX_INITIALIZER};
static int x;

static void *work(void *unused) {
  pthread_mutex_lock(&both.lock);
  x = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  both.words[OWNER] = GIVEN_UP;
  pthread_create(&thread, 0, work, 0);
  pthread_mutex_lock(&both.lock);
  x = 2;
}

// SPDX-License-Identifier: Apache-2.0
