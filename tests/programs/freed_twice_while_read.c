// SPDX-License-Identifier: Apache-2.0
// A block may be freed twice, which is not asked about. Whether a call of free goes on depends on the other threads, so it must not be
// taken for a step that nobody notices: the reader may come before it.
// expect: FALSE(reach)
// properties: reach
// engines: reference explicit lazy order
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *block, seen, chosen;

static void *release(void *argument) {
  free(block);
  return argument;
}

static void *choose(void *argument) {
  if (seen)
    chosen = 1;
  else
    free(block);
  return argument;
}

static void *read_block(void *argument) {
  seen = 1;
  int value = *block;
  assert(value || !chosen);
  return argument;
}

int main(void) {
  pthread_t threads[3];
  block = calloc(1, sizeof *block);
  pthread_create(&threads[2], 0, read_block, 0);
  pthread_create(&threads[1], 0, choose, 0);
  pthread_create(&threads[0], 0, release, 0);
  return 0;
}
