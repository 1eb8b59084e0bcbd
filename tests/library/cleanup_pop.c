// expect: TRUE
/* A handler that is popped runs if asked to, and not later. */
#include <assert.h>
#include <pthread.h>
static int count;
static void note(void *amount) { count += *(int *)amount; }
static void *run(void *argument) {
  static int one = 1, ten = 10;
  pthread_cleanup_push(note, &one);
  pthread_cleanup_pop(1);
  pthread_cleanup_push(note, &ten);
  pthread_cleanup_pop(0);
  pthread_exit(argument);
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  assert(count == 1);
}
// SPDX-License-Identifier: Apache-2.0
