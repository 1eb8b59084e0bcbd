// expect: TRUE
/* Threads of <threads.h> return an int. */
#include <assert.h>
#include <threads.h>
static thrd_t first;
static int run(void *argument) {
  assert(!thrd_equal(thrd_current(), first));
  return *(int *)argument - 1;
}
int main(void) {
  thrd_t thread;
  int value = -6, result;
  first = thrd_current();
  assert(thrd_create(&thread, run, &value) == thrd_success);
  thrd_yield();
  assert(thrd_join(thread, &result) == thrd_success && result == -7);
  assert(thrd_create(&thread, run, &value) == thrd_success);
  assert(thrd_join(thread, NULL) == thrd_success);
}
// SPDX-License-Identifier: Apache-2.0
