// expect: FALSE(reach)
// properties: reach
#include <assert.h>
#include <pthread.h>
typedef int ints __attribute__((vector_size(16)));
static ints shared;
static void *write(void *argument) {
  shared = (ints){1, 1, 1, 1};
  return argument;
}
int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, write, NULL);
  ints seen = shared;
  assert(seen[0] == seen[3]);
  pthread_join(other, NULL);
}
// SPDX-License-Identifier: Apache-2.0
