// expect: FALSE(reach)
// properties: reach
// engines: reference order explicit
#include <pthread.h>
static int x;
static void *add(void *unused) {
  x++;
  return unused;
}
int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, add, NULL);
  pthread_create(&two, NULL, add, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(x == 2);
}
// SPDX-License-Identifier: Apache-2.0
