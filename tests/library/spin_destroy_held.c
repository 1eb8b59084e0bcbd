// expect: FALSE(lock)
/* A held spin lock must not be destroyed. */
#include <pthread.h>
static pthread_spinlock_t lock;
int main(void) {
  pthread_spin_init(&lock, 0);
  pthread_spin_lock(&lock);
  pthread_spin_destroy(&lock);
}
// SPDX-License-Identifier: Apache-2.0
