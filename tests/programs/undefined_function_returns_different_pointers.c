// expect: FALSE(reach)
// properties: reach
#include <assert.h>
#include <pthread.h>
extern void *map(int number);
static void *ask(void *unused) { return map(1); }
int main(void) {
  pthread_t one, two;
  void *first, *second;
  pthread_create(&one, NULL, ask, NULL);
  pthread_create(&two, NULL, ask, NULL);
  pthread_join(one, &first);
  pthread_join(two, &second);
  assert(!first || !second || first == second);
}
// SPDX-License-Identifier: Apache-2.0
