// The signal functions of System V, real-time signals, names of signals.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t handled;

static void handle(int signal) { handled += signal == SIGUSR1 ? 1 : 100; }

int main(void) {
  stack_t stack, old = {0};
  assert(SIGRTMIN >= 32 && SIGRTMAX <= 64 && SIGRTMAX - SIGRTMIN >= 8);
  assert(sigset(SIGUSR1, handle) == SIG_DFL);
  assert(sighold(SIGUSR1) == 0);
  raise(SIGUSR1);
  assert(handled == 0);
  assert(sigset(SIGUSR1, SIG_HOLD) == SIG_HOLD);
  assert(sigrelse(SIGUSR1) == 0);
  assert(handled == 1);
  assert(sigset(SIGUSR1, SIG_HOLD) == handle);
  assert(sigset(SIGUSR1, handle) == SIG_HOLD);
  raise(SIGUSR1);
  assert(handled == 2);
  assert(sigignore(SIGUSR1) == 0 && raise(SIGUSR1) == 0 && handled == 2);
  assert(sighold(0) == -1 && errno == EINVAL);
  assert(sigaltstack(NULL, &old) == 0 && old.ss_flags == SS_DISABLE);
  stack = (stack_t){.ss_sp = &handled, .ss_size = 16};
  assert(sigaltstack(&stack, NULL) == -1 && errno == ENOMEM);
  stack = (stack_t){.ss_sp = &handled, .ss_size = 65536, .ss_flags = SS_DISABLE};
  assert(sigaltstack(&stack, NULL) == 0);
  printf("%s, %s\n", strsignal(SIGTERM), strsignal(SIGSEGV));
  printf("%s\n", strsignal(SIGRTMIN + 1));
  printf("%s\n", strsignal(999));
  return 0;
}
