// expect: TRUE
// properties: reach
// engines: modular
// A counter that only grows is larger than what it was, however many threads count.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static volatile unsigned count;

static int exchange(unsigned expected, unsigned wanted) {
  __VERIFIER_atomic_begin();
  int done = count == expected;
  if (done)
    count = wanted;
  __VERIFIER_atomic_end();
  return done;
}

static void *counts(void *argument) {
  unsigned seen;
  do {
    seen = count;
    if (seen == -1u)
      return argument;
  } while (!exchange(seen, seen + 1));
  assert(count > seen);
  return argument;
}

int main(void) {
  pthread_t thread;
  for (;;)
    pthread_create(&thread, 0, counts, 0);
}
// SPDX-License-Identifier: Apache-2.0
