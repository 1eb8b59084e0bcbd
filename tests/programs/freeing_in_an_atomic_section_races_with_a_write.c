// expect: FALSE(race)
// properties: race
// engines: reference order explicit
/* The block is dead behind the section, but the other access may be about to happen in front of it. */
#include <pthread.h>
#include <stdlib.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int *block;

static void *use(void *unused) {
  *block = 1;
  return unused;
}

static void *give_back(void *unused) {
  __VERIFIER_atomic_begin();
  free(block);
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t first, second;
  block = malloc(sizeof *block);
  *block = 0;
  pthread_create(&first, 0, use, 0);
  pthread_create(&second, 0, give_back, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
