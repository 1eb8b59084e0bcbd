// expect: FALSE(abort)
#include <assert.h>
#include <signal.h>
#include <unistd.h>
int main(void) {
  assert(kill(getpid(), 0) == 0);
  assert(kill(getpid(), SIGCHLD) == 0);
  kill(getpid(), SIGKILL);
  assert(0);
}
// SPDX-License-Identifier: Apache-2.0
