// expect: TRUE
/* Sleeping is a cancellation point. */
#include <pthread.h>
#include <unistd.h>
static void *run(void *argument) {
  (void)argument;
  while (1)
    sleep(1);
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
