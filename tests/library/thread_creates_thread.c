// expect: TRUE
/* A thread may create and join threads of its own. */
#include <assert.h>
#include <pthread.h>
static int shared;
static void *inner(void *argument) {
  shared = 5;
  return argument;
}
static void *outer(void *argument) {
  pthread_t thread;
  pthread_create(&thread, NULL, inner, NULL);
  pthread_join(thread, NULL);
  shared++;
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, outer, NULL);
  pthread_join(thread, NULL);
  assert(shared == 6);
}
// SPDX-License-Identifier: Apache-2.0
