// expect: TRUE
/* A thread that returns normally behind its pops runs no handlers. */
#include <assert.h>
#include <pthread.h>
static void never(void *argument) { assert(argument == NULL); }
static void *run(void *argument) {
  for (int i = 0; i < 2; i++) {
    pthread_cleanup_push(never, &i);
    pthread_testcancel();
    pthread_cleanup_pop(0);
  }
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
