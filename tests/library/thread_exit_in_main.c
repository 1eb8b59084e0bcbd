// expect: FALSE(reach)
/* When main calls pthread_exit, the others run on. */
#include <assert.h>
#include <pthread.h>
static void *run(void *argument) {
  assert(argument == NULL);
  return NULL;
}
int main(void) {
  pthread_t thread;
  static int something;
  pthread_create(&thread, NULL, run, &something);
  pthread_exit(NULL);
}
// SPDX-License-Identifier: Apache-2.0
