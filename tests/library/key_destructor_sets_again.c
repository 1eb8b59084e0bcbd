// expect: TRUE
/* A destructor that sets a value is called again, four times at most. */
#include <assert.h>
#include <pthread.h>
static pthread_key_t key;
static int value, destroyed;
static void destroy(void *old) {
  destroyed++;
  pthread_setspecific(key, old);
}
static void *run(void *argument) {
  pthread_setspecific(key, &value);
  pthread_exit(argument);
}
int main(void) {
  pthread_t thread;
  pthread_key_create(&key, destroy);
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  assert(destroyed == 4);
}
// SPDX-License-Identifier: Apache-2.0
