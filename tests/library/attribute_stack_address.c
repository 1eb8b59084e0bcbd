// expect: TRUE
/* The old functions name the end of the stack. */
#include <assert.h>
#include <pthread.h>
static char place[16384];
int main(void) {
  pthread_attr_t attributes;
  void *end;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, sizeof place);
  pthread_attr_setstackaddr(&attributes, place + sizeof place);
  pthread_attr_getstackaddr(&attributes, &end);
  assert(end == place + sizeof place);
}
// SPDX-License-Identifier: Apache-2.0
