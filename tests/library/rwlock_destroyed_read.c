// expect: FALSE(lock)
/* A destroyed lock must not be locked for reading. */
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int main(void) {
  pthread_rwlock_destroy(&lock);
  pthread_rwlock_rdlock(&lock);
}
// SPDX-License-Identifier: Apache-2.0
