// expect: TRUE
/* Ending the program runs no destructors, nor does a null value. */
#include <assert.h>
#include <pthread.h>
static pthread_key_t key;
static void destroy(void *value) { assert(value == NULL); }
static void *run(void *argument) {
  pthread_setspecific(key, &key);
  pthread_setspecific(key, NULL);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_key_create(&key, destroy);
  pthread_setspecific(key, &key);
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
