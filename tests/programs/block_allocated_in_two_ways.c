// SPDX-License-Identifier: Apache-2.0
// expect: FALSE(reach)
// expect rc11: FALSE(reach)
// properties: reach
// engines: graph
/* What is in a block that nobody wrote depends on how it was allocated, which depends on what was read. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int is_clean;
static atomic_int *_Atomic published;
static void *allocate(void *unused) {
  atomic_int *block;
  if (is_clean) {
    block = calloc(1, sizeof *block);
  } else {
    block = malloc(sizeof *block);
    if (block)
      *block = 7;
  }
  published = block;
  return unused;
}
static void *read_block(void *unused) {
  atomic_int *block = published;
  if (block) {
    int value = *block;
    assert(value == 7);
  }
  return unused;
}
static void *ask_for_clean(void *unused) {
  is_clean = 1;
  return unused;
}
int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, allocate, NULL);
  pthread_create(&threads[1], NULL, read_block, NULL);
  pthread_create(&threads[2], NULL, ask_for_clean, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
}
