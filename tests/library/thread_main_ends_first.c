// expect: TRUE
/* When main returns, threads that still run just stop. */
#include <pthread.h>
static void *run(void *argument) {
  while (1)
    ;
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
}
// SPDX-License-Identifier: Apache-2.0
