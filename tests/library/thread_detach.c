// expect: TRUE
/* A detached thread needs no join. */
#include <assert.h>
#include <pthread.h>
static void *run(void *argument) { return argument; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  assert(pthread_detach(thread) == 0);
}
// SPDX-License-Identifier: Apache-2.0
