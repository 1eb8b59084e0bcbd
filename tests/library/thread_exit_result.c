// expect: TRUE
/* pthread_exit ends the thread from within a function, with a result. */
#include <assert.h>
#include <pthread.h>
static void deep(void *result) { pthread_exit(result); }
static void *run(void *argument) {
  deep(argument);
  assert(0);
  return NULL;
}
int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, run, &thread);
  pthread_join(thread, &result);
  assert(result == &thread);
}
// SPDX-License-Identifier: Apache-2.0
