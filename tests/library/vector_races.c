// expect: FALSE(race)
/* A vector is written element by element, as plain memory. */
#include <pthread.h>
typedef int ints __attribute__((vector_size(16)));
static ints shared;
static void *write(void *argument) {
  shared = (ints){1, 2, 3, 4};
  return argument;
}
int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, write, NULL);
  int last = shared[3];
  pthread_join(other, NULL);
  return last;
}
// SPDX-License-Identifier: Apache-2.0
