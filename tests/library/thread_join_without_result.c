// expect: TRUE
/* The joiner need not want the result, and sees what the thread wrote. */
#include <assert.h>
#include <pthread.h>
static int shared;
static void *run(void *argument) {
  shared = 7;
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  assert(pthread_join(thread, NULL) == 0);
  assert(shared == 7);
}
// SPDX-License-Identifier: Apache-2.0
