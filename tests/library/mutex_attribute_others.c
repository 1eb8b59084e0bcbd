// expect: TRUE
/* Sharing, protocol and ceiling are kept and validated. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutex_t mutex;
  int value;
  pthread_mutexattr_init(&attributes);
  assert(pthread_mutexattr_setpshared(&attributes, 77) == EINVAL);
  assert(pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED) == 0);
  assert(pthread_mutexattr_getpshared(&attributes, &value) == 0 && value == PTHREAD_PROCESS_SHARED);
  assert(pthread_mutexattr_setprotocol(&attributes, 77) == EINVAL);
  assert(pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_PROTECT) == 0);
  assert(pthread_mutexattr_getprotocol(&attributes, &value) == 0 && value == PTHREAD_PRIO_PROTECT);
  assert(pthread_mutexattr_setprioceiling(&attributes, 0) == EINVAL);
  assert(pthread_mutexattr_setprioceiling(&attributes, 9) == 0);
  assert(pthread_mutexattr_getprioceiling(&attributes, &value) == 0 && value == 9);
  pthread_mutex_init(&mutex, &attributes);
  assert(pthread_mutex_setprioceiling(&mutex, 8, &value) == 0 && value == 9);
  assert(pthread_mutex_getprioceiling(&mutex, &value) == 0 && value == 8);
}
// SPDX-License-Identifier: Apache-2.0
