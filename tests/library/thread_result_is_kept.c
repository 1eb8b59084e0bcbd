// expect: TRUE
// properties: leak,reach
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *run(void *argument) {
  argument = malloc(4);
  return argument;
}

int main(void) {
  pthread_t t;
  void *block;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, &block);
  assert(block);
  free(block);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
