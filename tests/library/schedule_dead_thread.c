// expect: FALSE(memory)
/* Parameters of a thread that was joined. */
#include <pthread.h>
static void *run(void *argument) { return argument; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  pthread_setschedprio(thread, 0);
}
// SPDX-License-Identifier: Apache-2.0
