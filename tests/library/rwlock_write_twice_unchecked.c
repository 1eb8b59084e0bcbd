// expect: TRUE
// properties: reach
/* glibc notices that. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int main(void) {
  pthread_rwlock_wrlock(&lock);
  assert(pthread_rwlock_wrlock(&lock) == EDEADLK);
  assert(pthread_rwlock_rdlock(&lock) == EDEADLK);
}
// SPDX-License-Identifier: Apache-2.0
