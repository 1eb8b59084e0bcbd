// expect: TRUE
/* A thread may detach itself. */
#include <assert.h>
#include <pthread.h>
static void *run(void *argument) {
  assert(pthread_detach(pthread_self()) == 0);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_exit(NULL);
}
// SPDX-License-Identifier: Apache-2.0
