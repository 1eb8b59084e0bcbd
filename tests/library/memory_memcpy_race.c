// expect: FALSE(race)
// properties: race
#include <pthread.h>
#include <string.h>
static int shared[4], source[4];
static void *run(void *argument) {
  memcpy(shared, source, sizeof shared);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  shared[3] = 1;
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
