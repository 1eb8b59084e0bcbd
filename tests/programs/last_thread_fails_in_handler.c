// expect: FALSE(reach)
// properties: reach
// engines: reference explicit order
/* main ends as a thread. The last thread of the program runs the handlers of exit, after all others,
 * and finds what they wrote. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int first, second;

static void check(void) { assert(!first || !second); }

static void *set_first(void *unused) {
  first = 1;
  return unused;
}

static void *set_second(void *unused) {
  second = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  atexit(check);
  pthread_create(&thread, NULL, set_first, NULL);
  pthread_create(&thread, NULL, set_second, NULL);
  pthread_exit(NULL);
}
