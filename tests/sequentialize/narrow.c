/* SPDX-License-Identifier: Apache-2.0 */
/* A long holds the sum, or does not. */
#include <assert.h>
#include <pthread.h>

static long sum = 2147483647;

static void *add(void *argument) {
  sum = (long)((unsigned long)sum + 1);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, add, 0);
  pthread_join(thread, 0);
  assert(sum > 0);
  return 0;
}
