// expect: TRUE
/* A thread created with its own scheduling has it. */
#include <assert.h>
#include <pthread.h>
static void *run(void *argument) {
  struct sched_param parameters;
  int policy;
  pthread_getschedparam(pthread_self(), &policy, &parameters);
  assert(policy == SCHED_FIFO && parameters.sched_priority == 3);
  return argument;
}
int main(void) {
  struct sched_param parameters = {.sched_priority = 3};
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
  pthread_attr_setschedpolicy(&attributes, SCHED_FIFO);
  pthread_attr_setschedparam(&attributes, &parameters);
  pthread_create(&thread, &attributes, run, NULL);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
