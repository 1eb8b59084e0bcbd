// expect: FALSE(race)
/* Without a join nothing orders the accesses. */
#include <pthread.h>
static int shared;
static void *run(void *argument) {
  shared = 1;
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  return shared;
}
// SPDX-License-Identifier: Apache-2.0
