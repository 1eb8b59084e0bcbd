// expect: FALSE(lock)
/* Another thread's read lock must not be given back. */
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static void *run(void *argument) {
  pthread_rwlock_unlock(&lock);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_rwlock_rdlock(&lock);
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
