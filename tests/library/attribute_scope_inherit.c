// expect: TRUE
/* Contention scope and inheritance are kept and validated. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
int main(void) {
  pthread_attr_t attributes;
  int value;
  pthread_attr_init(&attributes);
  pthread_attr_getinheritsched(&attributes, &value);
  assert(value == PTHREAD_INHERIT_SCHED);
  assert(pthread_attr_setinheritsched(&attributes, 77) == EINVAL);
  pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
  pthread_attr_getinheritsched(&attributes, &value);
  assert(value == PTHREAD_EXPLICIT_SCHED);
  assert(pthread_attr_setscope(&attributes, PTHREAD_SCOPE_PROCESS) == ENOTSUP);
  assert(pthread_attr_setscope(&attributes, PTHREAD_SCOPE_SYSTEM) == 0);
  pthread_attr_getscope(&attributes, &value);
  assert(value == PTHREAD_SCOPE_SYSTEM);
}
// SPDX-License-Identifier: Apache-2.0
