// expect: FALSE(reach)
// properties: reach
// options: --address-reuse off
// options explicit: --domain value+interval
// engines: explicit
// How far a block is from a variable of the program differs from thread to thread.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static long first;
static int is_set;

static void *compares(void *argument) {
  char *block = malloc(1);
  long distance = block - (char *)&is_set;
  __VERIFIER_atomic_begin();
  if (!is_set)
    first = distance;
  is_set = 1;
  int is_same = first == distance;
  __VERIFIER_atomic_end();
  assert(is_same);
  free(block);
  return argument;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < 2; i++)
    pthread_create(&thread, NULL, compares, NULL);
  pthread_exit(NULL);
}
// SPDX-License-Identifier: Apache-2.0
