// expect: TRUE
#include <assert.h>
#include <signal.h>
#include <stddef.h>
int main(void) {
  sigset_t set, old;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  assert(sigprocmask(SIG_SETMASK, &set, &old) == 0);
  assert(!sigismember(&old, SIGTERM));
  raise(SIGTERM);
  sigprocmask(SIG_BLOCK, NULL, &old);
  assert(sigismember(&old, SIGTERM));
}
// SPDX-License-Identifier: Apache-2.0
