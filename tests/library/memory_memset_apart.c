// expect: TRUE
/* Threads that fill different bytes do not race. */
#include <assert.h>
#include <pthread.h>
#include <string.h>
static char shared[4];
static void *run(void *argument) {
  memset(shared, 1, 2);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  memset(shared + 2, 2, 2);
  pthread_join(thread, NULL);
  assert(shared[1] == 1 && shared[2] == 2);
}
// SPDX-License-Identifier: Apache-2.0
