// expect: TRUE
// properties: reach,abort
// engines: reference explicit order lazy schedule widen impact
/* The same with an update that nobody interrupts. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#define CHECK(condition) ((condition) ? (void)0 : abort())
static atomic_int turns;
static void *take(void *argument) {
  turns++;
  return argument;
}
int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, take, NULL);
  pthread_create(&two, NULL, take, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  CHECK(turns == 2);
}
// SPDX-License-Identifier: Apache-2.0
