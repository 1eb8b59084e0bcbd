// expect: TRUE
/* The functions on processes. */
#include <assert.h>
#include <errno.h>
#include <sched.h>
int main(void) {
  struct sched_param parameters = {.sched_priority = 10};
  assert(sched_getscheduler(0) == SCHED_OTHER);
  assert(sched_setparam(0, &parameters) == -1 && errno == EINVAL);
  assert(sched_setscheduler(0, SCHED_FIFO, &parameters) == 0);
  assert(sched_getscheduler(0) == SCHED_FIFO);
  parameters.sched_priority = 20;
  assert(sched_setparam(0, &parameters) == 0);
  parameters.sched_priority = 0;
  assert(sched_getparam(0, &parameters) == 0 && parameters.sched_priority == 20);
}
// SPDX-License-Identifier: Apache-2.0
