// expect: TRUE
/* Each thread has its own copy of a thread-local variable. */
#include <assert.h>
#include <pthread.h>
static _Thread_local int own = 3;
static void *run(void *argument) {
  own++;
  assert(own == 4);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  own--;
  pthread_join(thread, NULL);
  assert(own == 2);
}
// SPDX-License-Identifier: Apache-2.0
