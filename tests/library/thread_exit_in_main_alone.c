// expect: TRUE
/* When the last thread ends, the program ends. */
#include <pthread.h>
static void *run(void *argument) { return argument; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_exit(NULL);
}
// SPDX-License-Identifier: Apache-2.0
