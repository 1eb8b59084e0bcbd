// expect: TRUE
// engines: reference explicit
/* A handler that does not return: abort does not end the program. */
#include <assert.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
static sigjmp_buf place;
static void leave(int number) { siglongjmp(place, number); }
int main(void) {
  signal(SIGABRT, leave);
  int caught = sigsetjmp(place, 1);
  if (caught == 0)
    abort();
  assert(caught == SIGABRT);
  if (sigsetjmp(place, 1) == 0)
    raise(SIGABRT);
}
// SPDX-License-Identifier: Apache-2.0
