// expect: TRUE
/* The old names of the type. */
#include <assert.h>
#include <pthread.h>
extern int pthread_mutexattr_setkind_np(pthread_mutexattr_t *, int);
extern int pthread_mutexattr_getkind_np(const pthread_mutexattr_t *, int *);
int main(void) {
  pthread_mutexattr_t attributes;
  int kind;
  pthread_mutexattr_init(&attributes);
  assert(pthread_mutexattr_setkind_np(&attributes, PTHREAD_MUTEX_ERRORCHECK) == 0);
  assert(pthread_mutexattr_getkind_np(&attributes, &kind) == 0);
  assert(kind == PTHREAD_MUTEX_ERRORCHECK);
}
// SPDX-License-Identifier: Apache-2.0
