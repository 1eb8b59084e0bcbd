// expect: TRUE
/* Handlers run before destructors of thread-specific data. */
#include <assert.h>
#include <pthread.h>
static pthread_key_t key;
static int trace;
static void note(void *digit) { trace = trace * 10 + *(int *)digit; }
static void *run(void *argument) {
  static int one = 1, two = 2;
  pthread_setspecific(key, &two);
  pthread_cleanup_push(note, &one);
  pthread_exit(argument);
  pthread_cleanup_pop(0);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_key_create(&key, note);
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  assert(trace == 12);
}
// SPDX-License-Identifier: Apache-2.0
