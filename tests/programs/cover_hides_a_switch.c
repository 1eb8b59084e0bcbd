// expect: FALSE(reach)
// properties: reach
// engines: reference explicit impact
// The switch that fails happens right after x is set, where another path, on which the threads
// moved in the other order, has come to the same place before. (Figure 5 of the tutorial: a
// covering node has to be expanded with what the covered one would have been.)
#include <assert.h>
#include <pthread.h>

static volatile int x, y;

static void *sets(void *argument) {
  y = 1;
  x = 1;
  x = 0;
  return argument;
}

static void *looks(void *argument) {
  y = 1;
  assert(x == 0);
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, sets, 0);
  pthread_create(&second, 0, looks, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
