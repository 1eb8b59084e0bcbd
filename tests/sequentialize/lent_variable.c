/* SPDX-License-Identifier: Apache-2.0 */
/* Main lends a thread-local variable to a thread; with RACE both write it. */
#include <pthread.h>

static _Thread_local int mine;
static int *lent;

static void *run(void *argument) {
#ifdef RACE
  *lent = 2;
#endif
  mine = 3;
  return argument;
}

int main(void) {
  pthread_t thread;
  lent = &mine;
  pthread_create(&thread, 0, run, 0);
  mine = 1;
  pthread_join(thread, 0);
  *lent = 4;
  return 0;
}
