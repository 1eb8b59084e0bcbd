// expect: FALSE(deadlock)
/* A reader of one that wants to write the other, and the reverse. */
#include <pthread.h>
static pthread_rwlock_t one = PTHREAD_RWLOCK_INITIALIZER, two = PTHREAD_RWLOCK_INITIALIZER;
static void *run(void *argument) {
  pthread_rwlock_rdlock(&two);
  pthread_rwlock_wrlock(&one);
  pthread_rwlock_unlock(&one);
  pthread_rwlock_unlock(&two);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_rwlock_rdlock(&one);
  pthread_rwlock_wrlock(&two);
  pthread_rwlock_unlock(&two);
  pthread_rwlock_unlock(&one);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
