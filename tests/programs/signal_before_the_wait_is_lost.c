// expect: FALSE(deadlock)
// properties: reach,lock,deadlock
// engines: reference explicit lazy schedule widen
// Figure 8 of Cordeiro and Fischer, conditional waiting: nobody signals again if the signal comes before
// the wait, as the waiting thread looks at nothing but the signal.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *wait_for_it(void *argument) {
  pthread_mutex_lock(&m);
  pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, wait_for_it, 0);
  pthread_mutex_lock(&m);
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
