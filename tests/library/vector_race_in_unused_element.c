// expect: FALSE(race)
#include <pthread.h>
typedef int four __attribute__((vector_size(16)));
static int shared;
static void *write(void *argument) {
  shared = 1;
  return argument;
}
int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, write, NULL);
  four values = {1, shared, 2, 3};
  values += values;
  pthread_join(other, NULL);
  return values[0];
}
// SPDX-License-Identifier: Apache-2.0
