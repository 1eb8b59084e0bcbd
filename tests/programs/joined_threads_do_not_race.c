// expect: TRUE
// properties: race
// engines: reference order
#include <pthread.h>
#include <stdlib.h>

static int *block, x;

static void *use(void *argument) {
  *block = 1;
  x = 2;
  return argument;
}

int main(void) {
  pthread_t t;
  block = malloc(sizeof *block);
  if (!block)
    return 0;
  *block = x;
  pthread_create(&t, 0, use, 0);
  pthread_join(t, 0);
  x = *block;
  free(block);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
