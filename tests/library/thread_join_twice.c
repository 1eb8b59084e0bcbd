// expect: FALSE(memory)
/* A thread id ends with the join. */
#include <pthread.h>
static void *run(void *argument) { return argument; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
