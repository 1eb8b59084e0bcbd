// expect: FALSE(memory)
/* A joined thread must not be cancelled. */
#include <pthread.h>
static void *run(void *argument) { return argument; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  pthread_cancel(thread);
}
// SPDX-License-Identifier: Apache-2.0
