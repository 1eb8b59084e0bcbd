// expect: FALSE(race)
/* An atomic access races with a plain one. */
#include <pthread.h>
static int shared;
static void *run(void *argument) {
  __atomic_store_n(&shared, 1, __ATOMIC_SEQ_CST);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  return shared;
}
// SPDX-License-Identifier: Apache-2.0
