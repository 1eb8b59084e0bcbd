// expect: TRUE
/* The same in CBMC's words. */
#include <pthread.h>
extern void __CPROVER_assume(_Bool), __CPROVER_assert(_Bool, const char *);
extern void __CPROVER_atomic_begin(void), __CPROVER_atomic_end(void);
static int shared;
static void *run(void *argument) {
  __CPROVER_atomic_begin();
  shared++;
  __CPROVER_atomic_end();
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  run(NULL);
  pthread_join(thread, NULL);
  __CPROVER_assert(shared == 2, "both counted");
  __CPROVER_assume(0);
  __CPROVER_assert(0, "not reached");
}
// SPDX-License-Identifier: Apache-2.0
