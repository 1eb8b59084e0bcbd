// expect: FALSE(reach)
// options: --error-function fail
// engines: reference explicit order lazy impact
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static int x;
static void fail(const char *text) {
  fputs(text, stderr);
  exit(3);
}
static void *work(void *argument) {
  x = 1;
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  if (x == 1)
    fail("x is 1");
}
// SPDX-License-Identifier: Apache-2.0
