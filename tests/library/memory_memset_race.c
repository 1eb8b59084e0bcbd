// expect: FALSE(race)
// properties: race
#include <pthread.h>
#include <string.h>
static char shared[8];
static void *run(void *argument) {
  memset(shared, 1, sizeof shared);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  char seen = shared[5];
  pthread_join(thread, NULL);
  return seen;
}
// SPDX-License-Identifier: Apache-2.0
