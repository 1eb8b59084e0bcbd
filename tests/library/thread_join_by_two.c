// expect: FALSE(lock)
// properties: lock
/* Only one thread may wait for another. */
#include <pthread.h>
static pthread_t worker;
static void *run(void *argument) { return argument; }
static void *join(void *argument) {
  pthread_join(worker, NULL);
  return argument;
}
int main(void) {
  pthread_t joiner;
  pthread_create(&worker, NULL, run, NULL);
  pthread_create(&joiner, NULL, join, NULL);
  pthread_join(worker, NULL);
  pthread_join(joiner, NULL);
}
// SPDX-License-Identifier: Apache-2.0
