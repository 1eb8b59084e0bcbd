// expect: FALSE(race)
// properties: race
// engines: explicit
#include <pthread.h>
#include <time.h>
static void *ask(void *unused) {
  time_t now = 0;
  localtime(&now);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, ask, NULL);
  ask(NULL);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
