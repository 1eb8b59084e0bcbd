// expect: TRUE
/* A try fails where a lock would wait. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int main(void) {
  assert(pthread_rwlock_tryrdlock(&lock) == 0);
  assert(pthread_rwlock_tryrdlock(&lock) == 0);
  assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_unlock(&lock);
  assert(pthread_rwlock_trywrlock(&lock) == 0);
  assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
  assert(pthread_rwlock_tryrdlock(&lock) == EBUSY);
  pthread_rwlock_unlock(&lock);
}
// SPDX-License-Identifier: Apache-2.0
