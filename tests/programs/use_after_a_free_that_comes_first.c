// expect: FALSE(memory)
// properties: memory
// engines: reference explicit impact
// It is an error for main to read only if the other thread was faster.
#include <pthread.h>
#include <stdlib.h>

static int *block;

static void *frees(void *argument) {
  free(block);
  return argument;
}

int main(void) {
  pthread_t thread;
  block = malloc(sizeof *block);
  *block = 0;
  pthread_create(&thread, 0, frees, 0);
  int read = *block;
  pthread_join(thread, 0);
  return read;
}
// SPDX-License-Identifier: Apache-2.0
