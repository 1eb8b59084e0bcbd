// expect: TRUE
/* Functions named so are atomic sections. */
#include <assert.h>
#include <pthread.h>
static int shared;
static void __VERIFIER_atomic_add(int amount) { shared += amount; }
static void *run(void *argument) {
  __VERIFIER_atomic_add(2);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  run(NULL);
  pthread_join(thread, NULL);
  assert(shared == 4);
}
// SPDX-License-Identifier: Apache-2.0
