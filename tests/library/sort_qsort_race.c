// expect: FALSE(race)
// properties: race
#include <pthread.h>
#include <stdlib.h>
static int v[2] = {2, 1};
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void *run(void *argument) {
  qsort(v, 2, sizeof *v, compare);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  v[0] = 7;
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
