// expect: UNKNOWN(timer_create is not modelled, at tests/library/timer_unmodelled.c:10)
// engines: auto
/* The reason does not begin with the limit "time". */
#include <signal.h>
#include <time.h>
static void called(union sigval value) { (void)value; }
int main(void) {
  struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = called};
  timer_t timer;
  timer_create(CLOCK_REALTIME, &event, &timer);
}
// SPDX-License-Identifier: Apache-2.0
