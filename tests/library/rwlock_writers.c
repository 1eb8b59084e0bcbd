// expect: TRUE
/* A writer excludes readers and writers. */
#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int shared;
static void *run(void *argument) {
  assert(pthread_rwlock_wrlock(&lock) == 0);
  shared++;
  assert(pthread_rwlock_unlock(&lock) == 0);
  return argument;
}
int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, run, NULL);
  pthread_create(&second, NULL, run, NULL);
  pthread_rwlock_rdlock(&lock);
  assert(shared <= 2);
  pthread_rwlock_unlock(&lock);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(shared == 2);
}
// SPDX-License-Identifier: Apache-2.0
