// expect: FALSE(lock)
/* A spin lock that is held must not be initialised. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
static pthread_spinlock_t lock;
int main(void) {
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_spin_lock(&lock);
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
}
// SPDX-License-Identifier: Apache-2.0
