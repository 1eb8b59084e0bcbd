// SPDX-License-Identifier: Apache-2.0
/* Each call of a recursive function has a setjmp of its own, and its variables when it comes back. -DWRONG: not the last one's value. */
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

static int x;

static int try(int n, jmp_buf *outer) {
  jmp_buf mine;
  volatile int before = n;
  int got = setjmp(mine);
  if (got) {
    assert(before == n && got == n + 1);
    if (outer)
      longjmp(*outer, n);
    return n;
  }
  x++;
  if (n == 2)
    longjmp(mine, 3);
  return try(n + 1, &mine) + 100;
}

static void *work(void *argument) {
  int result = try(0, 0);
#ifdef WRONG
  assert(result == 2);
#else
  assert(result == 0);
#endif
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  assert(x <= 3);
  pthread_join(thread, 0);
  assert(x == 3);
  return 0;
}
