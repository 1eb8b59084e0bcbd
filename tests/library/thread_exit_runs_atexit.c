// expect: FALSE(reach)
/* The end of the last thread is an exit of the program. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static void last(void) { assert(0); }
static void *run(void *argument) { return argument; }
int main(void) {
  pthread_t thread;
  atexit(last);
  pthread_create(&thread, NULL, run, NULL);
  pthread_exit(NULL);
}
// SPDX-License-Identifier: Apache-2.0
