// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
// properties: reach
#include <assert.h>
#include <unistd.h>

int main(void) {
  assert(sysconf(_SC_THREAD_PROCESS_SHARED) > 0 && sysconf(_SC_THREAD_PRIO_INHERIT) > 0);
  assert(sysconf(_SC_MONOTONIC_CLOCK) > 0 && sysconf(_SC_TIMERS) > 0);
  assert(sysconf(_SC_THREAD_SPORADIC_SERVER) == -1 && sysconf(_SC_TRACE) == -1);
}
