// expect: TRUE
/* Each thread has its own value, null at first. */
#include <assert.h>
#include <pthread.h>
static pthread_key_t key;
static int mine, other;
static void *run(void *argument) {
  assert(pthread_getspecific(key) == NULL);
  assert(pthread_setspecific(key, &other) == 0);
  assert(pthread_getspecific(key) == &other);
  return argument;
}
int main(void) {
  pthread_t thread;
  assert(pthread_key_create(&key, NULL) == 0);
  pthread_setspecific(key, &mine);
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  assert(pthread_getspecific(key) == &mine);
  assert(pthread_key_delete(key) == 0);
}
// SPDX-License-Identifier: Apache-2.0
