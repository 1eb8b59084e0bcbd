// SPDX-License-Identifier: Apache-2.0
// expect: FALSE(memcleanup)
// properties: deadlock,memcleanup
// engines: reference explicit graph
/* A thread waits when main ends the program, which is no deadlock, and a block is still allocated.
 */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t never;
static void *block;

static void *wait(void *argument) {
  sem_wait(&never);
  return argument;
}

int main(void) {
  pthread_t thread;
  sem_init(&never, 0, 0);
  pthread_create(&thread, NULL, wait, NULL);
  block = malloc(4);
  return 0;
}
