// expect: FALSE(race)
// properties: race
// engines: reference order
#include <pthread.h>
#include <stdlib.h>

static int *block;

static void *give_back(void *argument) {
  free(block);
  return argument;
}

int main(void) {
  pthread_t t;
  block = malloc(sizeof *block);
  pthread_create(&t, 0, give_back, 0);
  free(block);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
