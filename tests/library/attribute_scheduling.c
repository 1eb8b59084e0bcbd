// expect: TRUE
/* Scheduling attributes are kept and validated. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
int main(void) {
  pthread_attr_t attributes;
  struct sched_param parameters = {.sched_priority = 5};
  int value;
  pthread_attr_init(&attributes);
  assert(pthread_attr_setschedparam(&attributes, &parameters) == EINVAL);
  assert(pthread_attr_setschedpolicy(&attributes, 77) == EINVAL);
  assert(pthread_attr_setschedpolicy(&attributes, SCHED_FIFO) == 0);
  pthread_attr_getschedpolicy(&attributes, &value);
  assert(value == SCHED_FIFO);
  assert(pthread_attr_setschedparam(&attributes, &parameters) == 0);
  parameters.sched_priority = 0;
  pthread_attr_getschedparam(&attributes, &parameters);
  assert(parameters.sched_priority == 5);
}
// SPDX-License-Identifier: Apache-2.0
