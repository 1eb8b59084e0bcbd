// expect: FALSE(deadlock)
/* Three threads that join each other in a circle. */
#include <pthread.h>
static pthread_t first, third;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *join_first(void *argument) {
  pthread_join(first, NULL);
  return argument;
}
static void *join_third(void *argument) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_join(third, NULL);
  return argument;
}
int main(void) {
  pthread_t second;
  first = pthread_self();
  pthread_mutex_lock(&mutex);
  pthread_create(&second, NULL, join_third, NULL);
  pthread_create(&third, NULL, join_first, NULL);
  pthread_mutex_unlock(&mutex);
  pthread_join(second, NULL);
}
// SPDX-License-Identifier: Apache-2.0
