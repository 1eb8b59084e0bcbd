// expect: FALSE(race)
// properties: race
/* strtok remembers in one place for all threads. */
#include <pthread.h>
#include <string.h>
static void *run(void *argument) {
  strtok(argument, " ");
  return NULL;
}
int main(void) {
  pthread_t thread;
  char a[] = "a b", b[] = "c d";
  pthread_create(&thread, NULL, run, a);
  strtok(b, " ");
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
