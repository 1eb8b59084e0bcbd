// expect: TRUE
/* By default a reader passes a waiting writer, so reading again is safe. */
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static void *run(void *argument) {
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_unlock(&lock);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
