// expect: FALSE(lock)
/* Nor one that was destroyed. */
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int main(void) {
  pthread_rwlock_destroy(&lock);
  pthread_rwlock_destroy(&lock);
}
// SPDX-License-Identifier: Apache-2.0
