// expect: FALSE(deadlock)
// properties: deadlock
/* If that is not checked, the thread waits for itself. */
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int main(void) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_wrlock(&lock);
}
// SPDX-License-Identifier: Apache-2.0
