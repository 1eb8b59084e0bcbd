// expect: FALSE(lock)
/* A read lock cannot become a write lock. */
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int main(void) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_wrlock(&lock);
}
// SPDX-License-Identifier: Apache-2.0
