// expect: FALSE(reach)
// properties: reach
/* Another thread may see it half done. */
#include <assert.h>
#include <pthread.h>
#include <string.h>
static char shared[2], source[2] = {1, 1};
static void *run(void *argument) {
  memcpy(shared, source, 2);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  char first = shared[0], second = shared[1];
  assert(!first || second);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
