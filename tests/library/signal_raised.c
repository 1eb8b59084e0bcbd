// expect: TRUE
// properties: reach
#include <assert.h>
#include <signal.h>
#include <string.h>
static volatile sig_atomic_t caught;
static void handler(int number) { caught = number; }
int main(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  sigaddset(&action.sa_mask, SIGTERM);
  assert(sigismember(&action.sa_mask, SIGTERM) && !sigismember(&action.sa_mask, SIGINT));
  assert(sigaction(SIGUSR1, &action, NULL) == 0);
  raise(SIGUSR1);
  assert(caught == SIGUSR1);
  assert(signal(SIGUSR1, SIG_IGN) == handler);
  raise(SIGUSR1);
  raise(SIGTERM);
  assert(0);
}
// SPDX-License-Identifier: Apache-2.0
