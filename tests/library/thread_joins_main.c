// expect: TRUE
/* Main can be joined after it called pthread_exit. */
#include <assert.h>
#include <pthread.h>
static pthread_t first;
static void *run(void *argument) {
  void *result;
  assert(pthread_join(first, &result) == 0);
  assert(result == &first);
  return argument;
}
int main(void) {
  pthread_t thread;
  first = pthread_self();
  pthread_create(&thread, NULL, run, NULL);
  pthread_exit(&first);
}
// SPDX-License-Identifier: Apache-2.0
