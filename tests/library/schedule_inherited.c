// expect: UNKNOWN(scheduling parameters that a thread may have inherited at tests/library/schedule_inherited.c:7)
/* What a thread inherits is not kept. */
#include <pthread.h>
static void *run(void *argument) {
  struct sched_param parameters;
  int policy;
  pthread_getschedparam(pthread_self(), &policy, &parameters);
  return argument;
}
int main(void) {
  struct sched_param parameters = {.sched_priority = 3};
  pthread_t thread;
  pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters);
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
