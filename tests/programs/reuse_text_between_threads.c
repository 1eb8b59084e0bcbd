// SPDX-License-Identifier: Apache-2.0
// strdup may return the address of a text that another thread has just freed.
// expect: FALSE(reach)
// properties: reach
// engines: reference explicit
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char *old;

static void *release(void *unused) {
  free(old);
  return unused;
}

int main(void) {
  pthread_t thread;
  old = strdup("abc");
  pthread_create(&thread, 0, release, 0);
  char *fresh = strdup("xyz");
  assert(fresh != old);
  pthread_join(thread, 0);
  free(fresh);
  return 0;
}
