// expect: TRUE
/* A timed wait ends even if nobody signals. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int main(void) {
  struct timespec until = {1, 0}, wrong = {1, 1000000000};
  pthread_mutex_lock(&mutex);
  int waited = pthread_cond_timedwait(&changed, &mutex, &until);
  assert(waited == ETIMEDOUT || waited == 0);
  assert(pthread_cond_timedwait(&changed, &mutex, &wrong) == EINVAL);
  pthread_mutex_unlock(&mutex);
}
// SPDX-License-Identifier: Apache-2.0
