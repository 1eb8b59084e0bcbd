// expect: TRUE
/* pthread_exit runs the handlers, newest first. */
#include <assert.h>
#include <pthread.h>
static int trace;
static void note(void *digit) { trace = trace * 10 + *(int *)digit; }
static void inner(void) {
  static int two = 2;
  pthread_cleanup_push(note, &two);
  pthread_exit(&trace);
  pthread_cleanup_pop(0);
}
static void *run(void *argument) {
  static int one = 1;
  pthread_cleanup_push(note, &one);
  inner();
  pthread_cleanup_pop(0);
  return argument;
}
int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, &result);
  assert(trace == 21 && result == &trace);
}
// SPDX-License-Identifier: Apache-2.0
