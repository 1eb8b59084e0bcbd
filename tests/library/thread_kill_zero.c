// expect: TRUE
/* Signal 0 only asks whether the thread exists. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
int main(void) {
  assert(pthread_kill(pthread_self(), 0) == 0);
  assert(pthread_kill(pthread_self(), 99) == EINVAL);
}
// SPDX-License-Identifier: Apache-2.0
