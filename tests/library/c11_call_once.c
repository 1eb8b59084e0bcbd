// expect: TRUE
/* call_once runs the function once. */
#include <assert.h>
#include <threads.h>
static once_flag flag = ONCE_FLAG_INIT;
static int count;
static void routine(void) { count++; }
static int run(void *argument) {
  call_once(&flag, routine);
  assert(count == 1);
  return argument != NULL;
}
int main(void) {
  thrd_t thread;
  thrd_create(&thread, run, NULL);
  run(NULL);
  thrd_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
