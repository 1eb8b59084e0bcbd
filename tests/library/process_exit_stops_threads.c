// expect: FALSE(reach)
// properties: reach
/* Until then they run. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static void *run(void *argument) {
  assert(0);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  exit(0);
}
// SPDX-License-Identifier: Apache-2.0
