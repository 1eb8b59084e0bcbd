// expect: TRUE
/* Two of one kind are one; both kinds are delivered before pthread_sigmask returns. While a handler
 * runs, its own signal and those of sa_mask are blocked. */
#include <assert.h>
#include <signal.h>
#include <string.h>
static int first, second, depth;
static void handle(int number) {
  assert(depth == 0);
  depth++;
  if (number == SIGUSR1 && first++ == 0) {
    raise(SIGUSR1);
    raise(SIGUSR2);
  }
  second += number == SIGUSR2;
  depth--;
}
int main(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handle;
  sigaddset(&action.sa_mask, SIGUSR2);
  sigaction(SIGUSR1, &action, NULL);
  struct sigaction old;
  sigaction(SIGUSR1, NULL, &old);
  assert(sigismember(&old.sa_mask, SIGUSR2) && !sigismember(&old.sa_mask, SIGUSR1));
  signal(SIGUSR2, handle);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigprocmask(SIG_BLOCK, &set, NULL);
  raise(SIGUSR1);
  raise(SIGUSR1);
  assert(first == 0);
  sigprocmask(SIG_UNBLOCK, &set, NULL);
  assert(first == 2 && second == 1);
}
// SPDX-License-Identifier: Apache-2.0
