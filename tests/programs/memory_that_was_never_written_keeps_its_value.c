// expect: TRUE
// engines: explicit
/* What malloc gives is arbitrary, but read twice it is the same, by whichever thread. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *block, first;

static void *look(void *unused) {
  first = *block;
  return unused;
}

int main(void) {
  block = malloc(sizeof *block);
  pthread_t thread;
  pthread_create(&thread, 0, look, 0);
  pthread_join(thread, 0);
  int second = *block;
  assert(first == second);
  free(block);
}
// SPDX-License-Identifier: Apache-2.0
