// expect: FALSE(lock)
/* The holder of the write lock must not read-lock it. */
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int main(void) {
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_rdlock(&lock);
}
// SPDX-License-Identifier: Apache-2.0
