// expect: FALSE(deadlock)
/* Two threads that join each other. */
#include <pthread.h>
static pthread_t first;
static void *run(void *argument) {
  pthread_join(first, NULL);
  return argument;
}
int main(void) {
  pthread_t thread;
  first = pthread_self();
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
