// expect: TRUE
/* Each thread has an id of its own. */
#include <assert.h>
#include <pthread.h>
static pthread_t first, seen;
static void *run(void *argument) {
  seen = pthread_self();
  return argument;
}
int main(void) {
  assert(pthread_equal(pthread_self(), pthread_self()));
  pthread_create(&first, NULL, run, NULL);
  pthread_t copy = first;
  pthread_join(copy, NULL);
  assert(pthread_equal(seen, copy));
  assert(!pthread_equal(seen, pthread_self()));
}
// SPDX-License-Identifier: Apache-2.0
