// expect: FALSE(reach)
// properties: reach
/* A handler without SA_RESTART makes the call return. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <signal.h>
static unsigned word;
static void handle(int signal) { (void)signal; }
int main(void) {
  struct sigaction action = {0};
  action.sa_handler = handle;
  sigaction(SIGUSR1, &action, NULL);
  assert(syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL) == 0);
}
// SPDX-License-Identifier: Apache-2.0
