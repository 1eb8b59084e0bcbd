// expect: FALSE(reach)
/* pthread_tryjoin_np may find the thread running. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
static void *run(void *argument) { return argument; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  assert(pthread_tryjoin_np(thread, NULL) == 0);
}
// SPDX-License-Identifier: Apache-2.0
