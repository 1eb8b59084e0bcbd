// expect: FALSE(deadlock)
/* Two routines that wait for each other in two threads. */
#include <pthread.h>
static pthread_once_t one = PTHREAD_ONCE_INIT, two = PTHREAD_ONCE_INIT;
static void nothing(void) {}
static void first(void) { pthread_once(&two, nothing); }
static void second(void) { pthread_once(&one, nothing); }
static void *run(void *argument) {
  pthread_once(&two, second);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_once(&one, first);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
