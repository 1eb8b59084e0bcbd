// expect: FALSE(reach)
// properties: reach
// engines: reference lazy schedule widen
// Figure 1 of Cordeiro and Fischer: both threads count x up and take it back if they see more than 1.
// The second tests an old value, so x can end as 0.
#include <assert.h>
#include <pthread.h>

static int x;

static void *first(void *argument) {
  x++;
  if (x > 1)
    x--;
  return argument;
}

static void *second(void *argument) {
  x++;
  int y = x;
  if (y > 1)
    x--;
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 1);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
