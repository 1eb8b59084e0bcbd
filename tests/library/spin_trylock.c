// expect: TRUE
/* A try fails where a lock would spin. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_spinlock_t lock;
static void *run(void *argument) {
  assert(pthread_spin_trylock(&lock) == EBUSY);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_spin_init(&lock, 0);
  assert(pthread_spin_trylock(&lock) == 0);
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  pthread_spin_unlock(&lock);
}
// SPDX-License-Identifier: Apache-2.0
