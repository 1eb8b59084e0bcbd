// SPDX-License-Identifier: Apache-2.0
// Halves of two addresses are compared only after the first one was freed.
// expect: FALSE(reach)
// properties: reach
// engines: reference explicit lazy schedule widen impact random auto
// lp64-only
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
  int tag;
  int *address;
};

static struct node old, fresh;

static void *release(void *block) {
  free(block);
  return NULL;
}

int main(void) {
  pthread_t thread;
  old.address = malloc(sizeof(int));
  pthread_create(&thread, NULL, release, old.address);
  pthread_join(thread, NULL);
  fresh.address = malloc(sizeof(int));
  assert(*(uint32_t *)&fresh.address != *(uint32_t *)&old.address);
  return 0;
}
