// expect: TRUE
/* Preference and sharing are kept and validated. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
int main(void) {
  pthread_rwlockattr_t attributes;
  pthread_rwlock_t lock;
  int value;
  assert(pthread_rwlockattr_init(&attributes) == 0);
  assert(pthread_rwlockattr_setkind_np(&attributes, 77) == EINVAL);
  assert(pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NP) == 0);
  assert(pthread_rwlockattr_getkind_np(&attributes, &value) == 0);
  assert(value == PTHREAD_RWLOCK_PREFER_WRITER_NP);
  assert(pthread_rwlockattr_setpshared(&attributes, 77) == EINVAL);
  assert(pthread_rwlockattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED) == 0);
  assert(pthread_rwlockattr_getpshared(&attributes, &value) == 0);
  assert(value == PTHREAD_PROCESS_SHARED);
  assert(pthread_rwlock_init(&lock, &attributes) == 0);
  assert(pthread_rwlockattr_destroy(&attributes) == 0);
}
// SPDX-License-Identifier: Apache-2.0
