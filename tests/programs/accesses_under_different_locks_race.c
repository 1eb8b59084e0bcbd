// expect: FALSE(race)
// properties: race
// engines: reference order
// y is only accessed under m; x under m or n.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static void *copy(void *argument) {
  pthread_mutex_lock(&m);
  y = 1;
  x = y;
  pthread_mutex_unlock(&m);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, copy, 0);
  pthread_mutex_lock(&m);
  y = 2;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&n);
  x = 3;
  pthread_mutex_unlock(&n);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
