// expect: FALSE(lock)
/* Nor for writing. */
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int main(void) {
  pthread_rwlock_destroy(&lock);
  pthread_rwlock_trywrlock(&lock);
}
// SPDX-License-Identifier: Apache-2.0
