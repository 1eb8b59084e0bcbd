// expect: TRUE
/* Default attributes, and processors for a thread to be. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
int main(void) {
  pthread_attr_t attributes;
  cpu_set_t set = {{1}};
  int state;
  assert(pthread_getattr_default_np(&attributes) == 0);
  assert(pthread_attr_getdetachstate(&attributes, &state) == 0 && state == PTHREAD_CREATE_JOINABLE);
  assert(pthread_attr_setaffinity_np(&attributes, sizeof set, &set) == 0);
}
// SPDX-License-Identifier: Apache-2.0
