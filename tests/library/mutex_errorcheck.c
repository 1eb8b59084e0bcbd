// expect: TRUE
/* An errorcheck mutex tells what is wrong. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t mutex = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
int main(void) {
  struct timespec until = {1, 0};
  assert(pthread_mutex_unlock(&mutex) == EPERM);
  assert(pthread_mutex_lock(&mutex) == 0);
  assert(pthread_mutex_lock(&mutex) == EDEADLK);
  assert(pthread_mutex_trylock(&mutex) == EBUSY);
  assert(pthread_mutex_timedlock(&mutex, &until) == EDEADLK);
  assert(pthread_mutex_unlock(&mutex) == 0);
}
// SPDX-License-Identifier: Apache-2.0
