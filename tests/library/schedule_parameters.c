// expect: TRUE
/* Scheduling requests are validated and can be asked for. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
int main(void) {
  struct sched_param parameters = {.sched_priority = 10};
  int policy;
  assert(pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameters) == EINVAL);
  assert(pthread_setschedparam(pthread_self(), SCHED_RR, &parameters) == 0);
  assert(pthread_setschedprio(pthread_self(), 11) == 0);
  assert(pthread_getschedparam(pthread_self(), &policy, &parameters) == 0);
  assert(policy == SCHED_RR && parameters.sched_priority == 11);
  assert(sched_get_priority_max(SCHED_FIFO) == 99 && sched_get_priority_min(SCHED_FIFO) == 1);
  assert(sched_get_priority_max(77) == -1 && errno == EINVAL);
  assert(sched_yield() == 0);
}
// SPDX-License-Identifier: Apache-2.0
