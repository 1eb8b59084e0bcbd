// expect: TRUE
// properties: overflow
// engines: modular
/* A variable counts up to a limit and back, under a mutex. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static int level;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *move(void *unused) {
  pthread_mutex_lock(&mutex);
  if (level < 100)
    level = level + 3;
  else
    level = level - 100;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_int())
    pthread_create(&thread, 0, move, 0);
}
// SPDX-License-Identifier: Apache-2.0
