// expect: TRUE
// properties: race
// engines: reference order
// Both x and y are only accessed under m; what is read there is known without asking who wrote it.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
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
  pthread_mutex_lock(&m);
  x = 3;
  pthread_mutex_unlock(&m);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
