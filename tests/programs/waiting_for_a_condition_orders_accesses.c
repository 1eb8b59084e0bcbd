// expect: FALSE(race)
// properties: race
// engines: reference order
// x is written too late: the flag that is waited for is set before.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int flag, x;

static void *set(void *argument) {
  pthread_mutex_lock(&m);
  flag = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  x = 5;
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, set, 0);
  pthread_mutex_lock(&m);
  while (!flag)
    pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return x;
}
// SPDX-License-Identifier: Apache-2.0
