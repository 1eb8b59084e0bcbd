// expect: TRUE
// engines: explicit
#include <assert.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>
static int calls;
static void handle(int number, siginfo_t *information, void *context) {
  assert(number == SIGUSR1 && information->si_signo == SIGUSR1 && context != NULL);
  assert(information->si_code == (calls == 0 ? SI_TKILL : SI_USER));
  assert(information->si_pid == getpid());
  calls++;
}
int main(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGUSR1, &action, NULL);
  raise(SIGUSR1);
  kill(getpid(), SIGUSR1);
  assert(calls == 2);
}
// SPDX-License-Identifier: Apache-2.0
