// expect: TRUE
/* Sizes and place of the stack are kept, and too small ones refused. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static char place[16384];
int main(void) {
  pthread_attr_t attributes;
  size_t size;
  void *stack;
  pthread_attr_init(&attributes);
  assert(pthread_attr_setstacksize(&attributes, 1) == EINVAL);
  assert(pthread_attr_setstacksize(&attributes, 32768) == 0);
  pthread_attr_getstacksize(&attributes, &size);
  assert(size == 32768);
  assert(pthread_attr_setstack(&attributes, place, sizeof place) == 0);
  pthread_attr_getstack(&attributes, &stack, &size);
  assert(stack == place && size == sizeof place);
  pthread_attr_setguardsize(&attributes, 0);
  pthread_attr_getguardsize(&attributes, &size);
  assert(size == 0);
}
// SPDX-License-Identifier: Apache-2.0
