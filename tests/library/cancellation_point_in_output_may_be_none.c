// expect: FALSE(reach)
// properties: reach
/* Nothing promises that puts acts upon a request. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static void *run(void *argument) {
  pthread_cancel(pthread_self());
  puts("working");
  assert(0);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
