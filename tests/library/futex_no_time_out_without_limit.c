// expect: TRUE
// properties: reach
// engines: reference explicit
/* Without a limit there is no time-out, and without a signal handler no EINTR. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>
static unsigned word;
static void *run(void *argument) {
  __atomic_store_n(&word, 1, __ATOMIC_SEQ_CST);
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  assert(syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL) == 0 || errno == EAGAIN);
}
// SPDX-License-Identifier: Apache-2.0
