// expect: TRUE
/* thrd_exit ends the thread with a result. */
#include <assert.h>
#include <threads.h>
static int run(void *argument) {
  (void)argument;
  thrd_exit(9);
}
int main(void) {
  thrd_t thread;
  int result;
  thrd_create(&thread, run, NULL);
  thrd_join(thread, &result);
  assert(result == 9);
}
// SPDX-License-Identifier: Apache-2.0
