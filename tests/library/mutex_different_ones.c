// expect: FALSE(race)
/* Two different mutexes protect nothing. */
#include <pthread.h>
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
static int shared;
static void *run(void *argument) {
  pthread_mutex_lock(&one);
  shared++;
  pthread_mutex_unlock(&one);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_mutex_lock(&two);
  shared++;
  pthread_mutex_unlock(&two);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
