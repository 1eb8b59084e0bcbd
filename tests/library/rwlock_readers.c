// expect: TRUE
/* Two threads can hold it for reading at the same time. */
#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static void *run(void *argument) {
  assert(pthread_rwlock_rdlock(&lock) == 0);
  assert(pthread_rwlock_unlock(&lock) == 0);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_rwlock_rdlock(&lock);
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  pthread_rwlock_unlock(&lock);
}
// SPDX-License-Identifier: Apache-2.0
