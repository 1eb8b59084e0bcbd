// expect: FALSE(abort)
// engines: reference explicit
#include <assert.h>
#include <signal.h>
#include <stdlib.h>
static void note(int number) { assert(number == SIGABRT); }
int main(void) {
  signal(SIGABRT, note);
  abort();
}
// SPDX-License-Identifier: Apache-2.0
