// expect: FALSE(lock)
/* A read-write lock must be destroyed before it is initialised again. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
static pthread_rwlock_t lock;
int main(void) {
  pthread_rwlock_init(&lock, NULL);
  pthread_rwlock_init(&lock, NULL);
}
// SPDX-License-Identifier: Apache-2.0
