// expect: TRUE
// engines: explicit
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
static sigset_t set;
static void *wait_for_it(void *argument) {
  siginfo_t information;
  struct timespec limit = {1, 0}, wrong = {0, -1};
  int number = sigtimedwait(&set, &information, &limit);
  if (number == -1)
    assert(errno == EAGAIN);
  else
    assert(number == SIGUSR1 && information.si_signo == SIGUSR1);
  assert(sigtimedwait(&set, NULL, &wrong) == -1 && errno == EINVAL);
  return argument;
}
int main(void) {
  pthread_t waiter;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_create(&waiter, NULL, wait_for_it, NULL);
  pthread_kill(waiter, SIGUSR1);
  pthread_join(waiter, NULL);
}
// SPDX-License-Identifier: Apache-2.0
