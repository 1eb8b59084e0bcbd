// expect: FALSE(lock)
/* The write lock must not be taken twice. */
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int main(void) {
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_wrlock(&lock);
}
// SPDX-License-Identifier: Apache-2.0
