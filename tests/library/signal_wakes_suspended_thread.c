// expect: TRUE
/* sigsuspend unblocks the signal and waits in one step, so the signal is not lost. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
static volatile sig_atomic_t calls;
static void handle(int number) { calls += number == SIGUSR1; }
static void *sleep_until_called(void *argument) {
  sigset_t none, now;
  sigemptyset(&none);
  assert(sigsuspend(&none) == -1 && errno == EINTR);
  assert(calls == 1);
  pthread_sigmask(SIG_BLOCK, NULL, &now);
  assert(sigismember(&now, SIGUSR1));
  return argument;
}
int main(void) {
  pthread_t sleeper;
  sigset_t set;
  signal(SIGUSR1, handle);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_create(&sleeper, NULL, sleep_until_called, NULL);
  pthread_kill(sleeper, SIGUSR1);
  pthread_join(sleeper, NULL);
}
// SPDX-License-Identifier: Apache-2.0
