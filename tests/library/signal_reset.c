// expect: FALSE(abort)
/* SA_RESETHAND: the second one finds the default action. */
#include <assert.h>
#include <signal.h>
#include <string.h>
static int calls;
static void handler(int number) { calls += number == SIGUSR1; }
int main(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = SA_RESETHAND;
  sigaction(SIGUSR1, &action, NULL);
  raise(SIGUSR1);
  assert(calls == 1);
  raise(SIGUSR1);
  assert(0);
}
// SPDX-License-Identifier: Apache-2.0
