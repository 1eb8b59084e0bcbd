// expect: FALSE(reach)
/* A time-out may come before the signal. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int main(void) {
  struct timespec until = {1, 0};
  pthread_mutex_lock(&mutex);
  assert(pthread_cond_timedwait(&changed, &mutex, &until) != ETIMEDOUT);
}
// SPDX-License-Identifier: Apache-2.0
