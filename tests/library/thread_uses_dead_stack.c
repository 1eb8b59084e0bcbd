// expect: FALSE(memory)
/* A thread's locals are gone when it has ended. */
#include <pthread.h>
static void *run(void *argument) {
  int local = 1;
  *(int **)argument = &local;
  return NULL;
}
int main(void) {
  pthread_t thread;
  int *pointer = NULL;
  pthread_create(&thread, NULL, run, &pointer);
  pthread_join(thread, NULL);
  return *pointer;
}
// SPDX-License-Identifier: Apache-2.0
