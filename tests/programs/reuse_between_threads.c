// expect: FALSE(reach)
// properties: reach
// engines: reference explicit
// What one thread frees another one may get: only if it allocates after that.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *kept;

static void *frees(void *block) {
  free(block);
  return NULL;
}

int main(void) {
  pthread_t thread;
  kept = malloc(sizeof *kept);
  pthread_create(&thread, NULL, frees, kept);
  int *fresh = malloc(sizeof *fresh);
  assert(fresh != kept);
  pthread_join(thread, NULL);
  free(fresh);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
