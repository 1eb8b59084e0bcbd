// expect: UNKNOWN(longjmp in an atomic section at tests/programs/jump_leaves_atomic_function.c:11)
// properties: reach
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

jmp_buf buffer;
int x;

/* The section would never end, and nobody else would ever move. */
static void __VERIFIER_atomic_jump(void) { longjmp(buffer, 1); }

static void *writer(void *argument) {
  x = 1;
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  if (!setjmp(buffer))
    __VERIFIER_atomic_jump();
  int first = x;
  assert(first == x);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
