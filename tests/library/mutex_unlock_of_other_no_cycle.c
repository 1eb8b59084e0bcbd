// expect: TRUE
// properties: deadlock
/* Who gave a mutex away by force does not hold it any more. */
#include <pthread.h>
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
static void *run(void *argument) {
  pthread_mutex_unlock(&one);
  pthread_mutex_lock(&two);
  pthread_mutex_lock(&one);
  pthread_mutex_unlock(&one);
  pthread_mutex_unlock(&two);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&one);
  pthread_create(&thread, NULL, run, NULL);
  pthread_mutex_lock(&two);
  pthread_mutex_unlock(&two);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
