// SPDX-License-Identifier: Apache-2.0
// A block has a header and as many large elements as an input says; the last one may be accessed.
// expect: TRUE
// properties: reach,memory
// engines: impact explicit
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int condition);

struct table {
  unsigned count;
  struct {
    int numbers[25];
  } rows[];
};

static int shared;

static void *work(void *unused) {
  shared = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  unsigned count = __VERIFIER_nondet_uint();
  __VERIFIER_assume(count >= 1 && count <= 3);
  struct table *table = malloc(sizeof *table + count * sizeof table->rows[0]);
  table->count = count;
  table->rows[0].numbers[24] = 2;
  assert(table->rows[0].numbers[24] == 2);
  free(table);
  pthread_create(&thread, NULL, work, NULL);
  return 0;
}
