// expect: TRUE
/* The detach state: default, set, refused. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static void *run(void *argument) { return argument; }
int main(void) {
  pthread_attr_t attributes;
  pthread_t thread;
  int state;
  assert(pthread_attr_init(&attributes) == 0);
  pthread_attr_getdetachstate(&attributes, &state);
  assert(state == PTHREAD_CREATE_JOINABLE);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_getdetachstate(&attributes, &state);
  assert(state == PTHREAD_CREATE_DETACHED);
  assert(pthread_attr_setdetachstate(&attributes, 77) == EINVAL);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_JOINABLE);
  pthread_create(&thread, &attributes, run, NULL);
  assert(pthread_attr_destroy(&attributes) == 0);
  assert(pthread_join(thread, NULL) == 0);
}
// SPDX-License-Identifier: Apache-2.0
