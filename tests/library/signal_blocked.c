// expect: FALSE(abort)
/* It is pending until it is not blocked any more. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
int main(void) {
  sigset_t set, old, pending;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  assert(pthread_sigmask(SIG_BLOCK, &set, NULL) == 0);
  raise(SIGTERM);
  sigpending(&pending);
  assert(sigismember(&pending, SIGTERM) && !sigismember(&pending, SIGINT));
  pthread_sigmask(SIG_UNBLOCK, &set, &old);
  assert(0);
}
// SPDX-License-Identifier: Apache-2.0
