// expect: FALSE(memory)
// properties: memory
/* Freed by one thread while another still uses it. */
#include <pthread.h>
#include <stdlib.h>
static int *shared;
static void *run(void *argument) {
  *shared = 1;
  return argument;
}
int main(void) {
  pthread_t thread;
  shared = malloc(sizeof *shared);
  pthread_create(&thread, NULL, run, NULL);
  free(shared);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
