// expect: TRUE
/* A spin lock of an atomic_flag. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_flag flag = ATOMIC_FLAG_INIT;
static int shared;
static void *run(void *argument) {
  while (atomic_flag_test_and_set(&flag))
    ;
  shared++;
  atomic_flag_clear(&flag);
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
