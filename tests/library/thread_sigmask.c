// expect: TRUE
/* Blocking signals is accepted; none are ever delivered. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
int main(void) {
  sigset_t set = {{0}};
  assert(pthread_sigmask(SIG_BLOCK, &set, NULL) == 0);
  assert(pthread_sigmask(77, &set, NULL) == EINVAL);
}
// SPDX-License-Identifier: Apache-2.0
