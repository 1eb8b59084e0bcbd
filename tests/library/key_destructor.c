// expect: TRUE
/* The destructor gets the value when the thread ends, before it is joined. */
#include <assert.h>
#include <pthread.h>
static pthread_key_t key;
static int value, destroyed;
static void destroy(void *old) {
  assert(old == &value && pthread_getspecific(key) == NULL);
  destroyed++;
}
static void *run(void *argument) {
  pthread_setspecific(key, &value);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_key_create(&key, destroy);
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  assert(destroyed == 1);
}
// SPDX-License-Identifier: Apache-2.0
