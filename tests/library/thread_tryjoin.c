// expect: TRUE
/* pthread_tryjoin_np never waits. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static void *run(void *argument) { return argument; }
int main(void) {
  pthread_t thread;
  void *result = NULL;
  pthread_create(&thread, NULL, run, &thread);
  int refused = pthread_tryjoin_np(thread, &result);
  assert(refused == 0 || refused == EBUSY);
  assert((result == &thread) == !refused);
}
// SPDX-License-Identifier: Apache-2.0
