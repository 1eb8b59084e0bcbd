// SPDX-License-Identifier: Apache-2.0
// Whether the lowest 32 bits of two thread ids agree is not the program's to know: natively they do not.
// expect: FALSE(reach)
// properties: reach
// engines: reference explicit impact graph random auto
#include <assert.h>
#include <pthread.h>

static int one, two;

static void *first(void *unused) {
  one = (int)pthread_self();
  return unused;
}

static void *second(void *unused) {
  two = (int)pthread_self();
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(one == two);
  return 0;
}
