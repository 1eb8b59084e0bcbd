// expect: FALSE(leak)
// properties: leak
#include <pthread.h>
#include <stdlib.h>

static void *run(void *argument) {
  argument = malloc(4);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
