// expect: TRUE
/* The routine runs once, and all callers see it done. */
#include <assert.h>
#include <pthread.h>
static pthread_once_t control = PTHREAD_ONCE_INIT;
static int count;
static void routine(void) { count++; }
static void *run(void *argument) {
  assert(pthread_once(&control, routine) == 0);
  assert(count == 1);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  run(NULL);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
