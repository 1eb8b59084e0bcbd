// expect: TRUE
/* Threads that come and go one after another. */
#include <assert.h>
#include <pthread.h>
static int count;
static void *run(void *argument) {
  count++;
  return argument;
}
int main(void) {
  for (int i = 0; i < 20; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, run, NULL);
    pthread_join(thread, NULL);
  }
  assert(count == 20);
}
// SPDX-License-Identifier: Apache-2.0
