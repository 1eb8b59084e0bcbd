// expect: TRUE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static void *run(void *argument) {
  assert(errno == 0);
  errno = 5;
  return argument;
}
int main(void) {
  pthread_t thread;
  errno = 3;
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  assert(errno == 3);
}
// SPDX-License-Identifier: Apache-2.0
