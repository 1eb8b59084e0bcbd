// expect: TRUE
// properties: reach,race,memory,deadlock
// engines: reference explicit
/* The handler is called once, by the first. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int calls;
static void once(void) { assert(++calls == 1); }
static void *end(void *unused) {
  (void)unused;
  exit(0);
}
int main(void) {
  pthread_t thread;
  atexit(once);
  pthread_create(&thread, NULL, end, NULL);
  exit(1);
}
// SPDX-License-Identifier: Apache-2.0
