// expect: TRUE
// properties: reach,lock,deadlock
// engines: reference explicit lazy schedule widen
// Figure 8 of Cordeiro and Fischer, used as it should be: the wait is in a loop that tests what was set.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, value;

static void *wait_for_it(void *argument) {
  pthread_mutex_lock(&m);
  while (!ready)
    pthread_cond_wait(&c, &m);
  assert(value == 7);
  pthread_mutex_unlock(&m);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, wait_for_it, 0);
  pthread_mutex_lock(&m);
  value = 7;
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
