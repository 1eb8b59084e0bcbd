// expect: FALSE(race)
#include <pthread.h>
#include <stdlib.h>
static void *change(void *argument) {
  setenv("MODE", "fast", 1);
  return argument;
}
int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, change, NULL);
  char *mode = getenv("MODE");
  pthread_join(other, NULL);
  return mode != NULL;
}
// SPDX-License-Identifier: Apache-2.0
