// expect: TRUE
/* A disabled request waits until it is enabled. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static int passed;
static void *run(void *argument) {
  int old;
  assert(pthread_setcancelstate(77, NULL) == EINVAL);
  assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0);
  assert(old == PTHREAD_CANCEL_ENABLE);
  pthread_cancel(pthread_self());
  pthread_testcancel();
  passed = 1;
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
  assert(old == PTHREAD_CANCEL_DISABLE);
  pthread_testcancel();
  assert(0);
  return argument;
}
int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, &result);
  assert(passed && result == PTHREAD_CANCELED);
}
// SPDX-License-Identifier: Apache-2.0
