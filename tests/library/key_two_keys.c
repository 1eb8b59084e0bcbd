// expect: TRUE
/* Two keys are different; a deleted key's destructor is not called. */
#include <assert.h>
#include <pthread.h>
static pthread_key_t first, second;
static int calls;
static void count(void *value) { calls += *(int *)value; }
static void *run(void *argument) {
  static int one = 1, ten = 10;
  pthread_setspecific(first, &one);
  pthread_setspecific(second, &ten);
  pthread_key_delete(first);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_key_create(&first, count);
  pthread_key_create(&second, count);
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  assert(calls == 10);
}
// SPDX-License-Identifier: Apache-2.0
