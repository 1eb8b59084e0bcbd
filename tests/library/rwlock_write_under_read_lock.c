// expect: FALSE(race)
/* A read lock does not make writing safe. */
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int shared;
static void *run(void *argument) {
  pthread_rwlock_rdlock(&lock);
  shared++;
  pthread_rwlock_unlock(&lock);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  run(NULL);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
