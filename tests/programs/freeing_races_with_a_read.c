// expect: FALSE(race)
// properties: race
// engines: reference order
#include <pthread.h>
#include <stdlib.h>

static int *block;

static void *use(void *argument) {
  int value = *block;
  return value ? argument : 0;
}

int main(void) {
  pthread_t t;
  block = calloc(1, sizeof *block);
  if (!block)
    return 0;
  pthread_create(&t, 0, use, 0);
  free(block);
  pthread_join(t, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
