// expect: TRUE
// properties: reach
// engines: reference order
// Lamport's fast mutual exclusion for two threads: rounds that write are finitely many, the others
// only wait. The ways back to the start leave the loop at no place of their own.
#include <assert.h>
#include <pthread.h>

static int x, y, b[3], inside;

static void enter(int self) {
  for (;;) {
    b[self] = 1;
    x = self;
    if (y != 0) {
      b[self] = 0;
      while (y != 0)
        ;
      continue;
    }
    y = self;
    if (x != self) {
      b[self] = 0;
      while (b[3 - self])
        ;
      if (y != self) {
        while (y != 0)
          ;
        continue;
      }
    }
    return;
  }
}

static void *work(void *argument) {
  int self = argument ? 1 : 2;
  enter(self);
  inside = self;
  assert(inside == self);
  y = 0;
  b[self] = 0;
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, &t);
  work(0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
