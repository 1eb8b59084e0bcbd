// expect: FALSE(reach)
// properties: reach
// engines: order
/* Besides steps there is a write that is none: steps begin there, too. */
#include <assert.h>
#include <pthread.h>

int counter;

static void *count(void *unused) {
  for (int i = 0; i < 10; i++)
    counter++;
  return unused;
}

static void *set(void *unused) {
  if (counter > 3)
    counter = 20;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, count, 0);
  pthread_create(&second, 0, set, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(counter != 26);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
