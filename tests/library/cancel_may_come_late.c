// expect: FALSE(reach)
/* The thread may end before the request. */
#include <assert.h>
#include <pthread.h>
static void *run(void *argument) {
  pthread_testcancel();
  return argument;
}
int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, run, NULL);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  assert(result == PTHREAD_CANCELED);
}
// SPDX-License-Identifier: Apache-2.0
