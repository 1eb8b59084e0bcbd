// expect: TRUE
/* The id is there before the new thread runs, as in glibc. */
#include <assert.h>
#include <pthread.h>
static pthread_t thread;
static void *run(void *argument) {
  assert(pthread_equal(thread, pthread_self()));
  return argument;
}
int main(void) {
  pthread_create(&thread, NULL, run, NULL);
  pthread_exit(NULL);
}
// SPDX-License-Identifier: Apache-2.0
