// expect: TRUE
/* A routine that was cancelled counts as never called. */
#include <assert.h>
#include <pthread.h>
static pthread_once_t control = PTHREAD_ONCE_INIT;
static int count;
static void routine(void) {
  count++;
  pthread_testcancel();
}
static void *run(void *argument) {
  pthread_cancel(pthread_self());
  pthread_once(&control, routine);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  pthread_once(&control, routine);
  assert(count == 2);
}
// SPDX-License-Identifier: Apache-2.0
