// expect: FALSE(deadlock)
/* Threads that wait in a circle, although a third one runs on forever. */
#include <pthread.h>
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
static void *forward(void *argument) {
  pthread_mutex_lock(&one);
  pthread_mutex_lock(&two);
  return argument;
}
static void *backward(void *argument) {
  pthread_mutex_lock(&two);
  pthread_mutex_lock(&one);
  return argument;
}
int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, forward, NULL);
  pthread_create(&second, NULL, backward, NULL);
  for (volatile int i = 0;; i = !i)
    ;
}
// SPDX-License-Identifier: Apache-2.0
