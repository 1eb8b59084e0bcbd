// SPDX-License-Identifier: Apache-2.0
// expect: FALSE(race)
// expect tso: FALSE(race)
// expect rc11: FALSE(race)
// properties: race
// engines: graph
// The section reads and writes. The write races with its read already, before the section has come to its end.
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int count;

static void *add(void *argument) {
  __VERIFIER_atomic_begin();
  count++;
  __VERIFIER_atomic_end();
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  count = 3;
  return 0;
}
