// expect: UNKNOWN(asynchronous cancellation of another thread at tests/library/cancel_asynchronous.c:13)
/* A request that could stop a thread anywhere is not modelled. */
#include <pthread.h>
static void *run(void *argument) {
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
  while (1)
    ;
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_cancel(thread);
}
// SPDX-License-Identifier: Apache-2.0
