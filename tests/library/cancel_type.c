// expect: TRUE
/* The asynchronous type acts at once on what is pending, and on oneself. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static void *pending(void *argument) {
  pthread_cancel(pthread_self());
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
  assert(0);
  return argument;
}
static void *itself(void *argument) {
  int old;
  assert(pthread_setcanceltype(77, NULL) == EINVAL);
  assert(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old) == 0);
  assert(old == PTHREAD_CANCEL_DEFERRED);
  pthread_cancel(pthread_self());
  assert(0);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, pending, NULL);
  pthread_join(thread, NULL);
  pthread_create(&thread, NULL, itself, NULL);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
