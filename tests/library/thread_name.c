// expect: TRUE
// engines: explicit
/* Names are not kept, so any may be found. */
#define _GNU_SOURCE
#include <pthread.h>
int main(void) {
  char name[16];
  return pthread_getname_np(pthread_self(), name, sizeof name);
}
// SPDX-License-Identifier: Apache-2.0
