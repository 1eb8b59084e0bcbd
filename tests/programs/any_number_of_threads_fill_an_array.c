// expect: TRUE
// properties: reach
// engines: modular
// Who takes an index has it for himself, wherever the others write.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static int slots[1000], next, top = 1;

static int take(void) {
  __VERIFIER_atomic_begin();
  int index = next < 1000 ? next : -1;
  if (index >= 0)
    next = index + 1;
  __VERIFIER_atomic_end();
  return index;
}

static void *fills(void *argument) {
  int index = take();
  if (index < 0)
    return argument;
  slots[index] = 7;
  assert(index < next && top == 1);
  return argument;
}

int main(void) {
  pthread_t thread;
  for (;;)
    pthread_create(&thread, 0, fills, 0);
}
// SPDX-License-Identifier: Apache-2.0
