// expect: FALSE(lock)
/* Nor one that another thread holds. */
#include <pthread.h>
static pthread_spinlock_t lock;
static void *run(void *argument) {
  pthread_spin_unlock(&lock);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_spin_init(&lock, 0);
  pthread_spin_lock(&lock);
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
