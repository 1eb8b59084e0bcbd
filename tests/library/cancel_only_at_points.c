// expect: TRUE
/* Without a cancellation point nothing happens. */
#include <assert.h>
#include <pthread.h>
static void *run(void *argument) { return argument; }
int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, run, NULL);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  assert(result == NULL);
}
// SPDX-License-Identifier: Apache-2.0
