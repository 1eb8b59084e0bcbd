// expect: FALSE(reach)
/* A program's own function is called, also if nobody uses its result. */
#include <assert.h>
#include <pthread.h>
#include <time.h>
int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                           const struct timespec *until) {
  assert(condition == NULL || mutex == NULL || until == NULL);
  return 0;
}
int main(void) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
  struct timespec until = {1, 0};
  pthread_cond_timedwait(&condition, &mutex, &until);
}
// SPDX-License-Identifier: Apache-2.0
