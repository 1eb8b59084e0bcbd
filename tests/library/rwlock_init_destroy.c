// expect: TRUE
/* A lock on the stack. */
#include <assert.h>
#include <pthread.h>
int main(void) {
  pthread_rwlock_t lock;
  assert(pthread_rwlock_init(&lock, NULL) == 0);
  assert(pthread_rwlock_rdlock(&lock) == 0);
  assert(pthread_rwlock_rdlock(&lock) == 0);
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_wrlock(&lock) == 0);
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_destroy(&lock) == 0);
}
// SPDX-License-Identifier: Apache-2.0
