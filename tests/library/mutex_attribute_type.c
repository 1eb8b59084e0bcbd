// expect: TRUE
/* A mutex gets its type from attributes. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutex_t mutex;
  int type;
  assert(pthread_mutexattr_init(&attributes) == 0);
  assert(pthread_mutexattr_gettype(&attributes, &type) == 0 && type == PTHREAD_MUTEX_DEFAULT);
  assert(pthread_mutexattr_settype(&attributes, 77) == EINVAL);
  assert(pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE) == 0);
  assert(pthread_mutexattr_gettype(&attributes, &type) == 0 && type == PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&mutex, &attributes);
  assert(pthread_mutexattr_destroy(&attributes) == 0);
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
}
// SPDX-License-Identifier: Apache-2.0
