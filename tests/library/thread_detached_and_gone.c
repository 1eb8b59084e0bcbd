// expect: FALSE(memory)
// properties: memory
/* A detached thread that may have ended must not be used. */
#include <pthread.h>
static void *run(void *argument) { return argument; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_detach(thread);
  pthread_cancel(thread);
}
// SPDX-License-Identifier: Apache-2.0
