// expect: FALSE(reach)
/* A thread may return something else than expected. */
#include <assert.h>
#include <pthread.h>
static void *run(void *argument) { return argument; }
int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, &result);
  assert(result != NULL);
}
// SPDX-License-Identifier: Apache-2.0
