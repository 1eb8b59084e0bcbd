// expect: TRUE
/* pthread_getattr_np tells whether a thread is detached. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
int main(void) {
  pthread_attr_t attributes;
  int state;
  assert(pthread_getattr_np(pthread_self(), &attributes) == 0);
  pthread_attr_getdetachstate(&attributes, &state);
  assert(state == PTHREAD_CREATE_JOINABLE);
  pthread_detach(pthread_self());
  pthread_getattr_np(pthread_self(), &attributes);
  pthread_attr_getdetachstate(&attributes, &state);
  assert(state == PTHREAD_CREATE_DETACHED);
}
// SPDX-License-Identifier: Apache-2.0
