// expect: FALSE(deadlock)
// properties: deadlock
/* The handler joins a thread that waits for the end of the program. */
#include <pthread.h>
#include <stdlib.h>
static pthread_t thread;
static void wait(void) { pthread_join(thread, NULL); }
static void *end(void *unused) {
  (void)unused;
  exit(0);
}
int main(void) {
  pthread_create(&thread, NULL, end, NULL);
  atexit(wait);
  exit(1);
}
// SPDX-License-Identifier: Apache-2.0
