// expect: TRUE
// properties: reach
// engines: modular
// A spin lock keeps all but one out, and the flag says so; two kinds of threads without end.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);

static int lock, inside, writes;

static void acquire(void) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(!lock);
  lock = 1;
  __VERIFIER_atomic_end();
}

static void *enters(void *argument) {
  for (;;) {
    acquire();
    inside++;
    assert(inside == 1);
    inside--;
    lock = 0;
  }
  return argument;
}

static void *writes_twice(void *argument) {
  acquire();
  int before = writes;
  writes = before + 1;
  assert(!inside && writes == before + 1);
  lock = 0;
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, enters, 0);
  for (;;)
    pthread_create(&thread, 0, writes_twice, 0);
}
// SPDX-License-Identifier: Apache-2.0
