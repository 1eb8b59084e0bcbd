// expect: TRUE
/* What a thread returns arrives at its joiner. */
#include <assert.h>
#include <pthread.h>
static void *run(void *argument) { return (char *)argument + 1; }
int main(void) {
  pthread_t thread;
  char place[2];
  void *result;
  assert(pthread_create(&thread, NULL, run, place) == 0);
  assert(pthread_join(thread, &result) == 0);
  assert(result == place + 1);
}
// SPDX-License-Identifier: Apache-2.0
