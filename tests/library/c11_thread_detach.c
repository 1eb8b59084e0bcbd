// expect: FALSE(lock)
// properties: lock
/* A detached thread must not be joined. */
#include <threads.h>
static int run(void *argument) { return argument != NULL; }
int main(void) {
  thrd_t thread;
  thrd_create(&thread, run, NULL);
  thrd_detach(thread);
  thrd_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
