// expect: TRUE
/* A request is acted upon at the next cancellation point. */
#include <assert.h>
#include <pthread.h>
static void *run(void *argument) {
  (void)argument;
  while (1)
    pthread_testcancel();
}
int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, run, NULL);
  assert(pthread_cancel(thread) == 0);
  assert(pthread_join(thread, &result) == 0);
  assert(result == PTHREAD_CANCELED);
}
// SPDX-License-Identifier: Apache-2.0
