// expect: FALSE(reach)
// properties: reach
// engines: reference order explicit
/* Ten values are too many to be told apart: the counter is known by its range, which must hold the last one. */
#include <assert.h>
#include <pthread.h>

int counter;

static void *count(void *unused) {
  for (int i = 0; i < 5; i++)
    counter++;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, count, 0);
  pthread_create(&second, 0, count, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(counter != 10);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
