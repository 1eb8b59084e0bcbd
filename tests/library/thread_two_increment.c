// expect: FALSE(reach)
// properties: reach
/* Two increments of two threads may count as one. */
#include <assert.h>
#include <pthread.h>
static int shared;
static void *run(void *argument) {
  shared++;
  return argument;
}
int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, run, NULL);
  pthread_create(&second, NULL, run, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(shared == 2);
}
// SPDX-License-Identifier: Apache-2.0
