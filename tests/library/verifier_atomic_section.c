// expect: TRUE
/* Nobody interferes with an atomic section. */
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int shared;
static void *run(void *argument) {
  __VERIFIER_atomic_begin();
  shared++;
  __VERIFIER_atomic_end();
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  run(NULL);
  pthread_join(thread, NULL);
  assert(shared == 2);
}
// SPDX-License-Identifier: Apache-2.0
