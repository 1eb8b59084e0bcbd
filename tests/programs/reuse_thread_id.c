// expect: FALSE(reach)
// engines: reference explicit
// The id of a thread that was joined may be that of the next one.
#include <assert.h>
#include <pthread.h>
static void *nothing(void *argument) { return argument; }
int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, nothing, NULL);
  pthread_join(first, NULL);
  pthread_create(&second, NULL, nothing, NULL);
  assert(!pthread_equal(first, second));
  pthread_join(second, NULL);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
