// expect: FALSE(lock)
/* A spin lock that nobody holds must not be unlocked. */
#include <pthread.h>
static pthread_spinlock_t lock;
int main(void) {
  pthread_spin_init(&lock, 0);
  pthread_spin_unlock(&lock);
}
// SPDX-License-Identifier: Apache-2.0
