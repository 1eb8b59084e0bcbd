// SPDX-License-Identifier: Apache-2.0
// expect: UNKNOWN(alarm with a handler, which interrupts the program anywhere at tests/library/alarm_with_handler.c:12)
#include <assert.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t late;

static void note(int number) { late = number; }

int main(void) {
  alarm(1), signal(SIGALRM, note);
  assert(!late);
}
