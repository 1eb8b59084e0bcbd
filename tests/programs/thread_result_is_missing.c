// SPDX-License-Identifier: Apache-2.0
// expect: FALSE(reach)
// properties: reach
// engines: explicit order
// The function of the thread ends without a return statement, so its result is any value.
#include <assert.h>
#include <pthread.h>

static void *forget(void *unused) { (void)unused; }

int main(void) {
  pthread_t t;
  void *result = 0;
  pthread_create(&t, 0, forget, 0);
  pthread_join(t, &result);
  assert(result == 0);
}
