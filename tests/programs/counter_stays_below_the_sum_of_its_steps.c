// expect: TRUE
// properties: reach
// engines: order
/* Too many interleavings to look at each: what counts up is bounded by how often that is done, and a
 * thread that counted does not find 0 any more. */
#include <assert.h>
#include <pthread.h>

int counter;

static void *count(void *unused) {
  for (int i = 0; i < 14; i++)
    counter++;
  assert(counter > 0);
  assert(counter <= 28);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, count, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
