// expect: FALSE(lock)
/* Nor one that is held for writing. */
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int main(void) {
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_destroy(&lock);
}
// SPDX-License-Identifier: Apache-2.0
