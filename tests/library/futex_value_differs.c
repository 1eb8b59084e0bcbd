// expect: TRUE
// engines: reference explicit
/* Nobody sleeps on a word that has another value; arguments that are not needed may be left out. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>
static unsigned word = 3;
int main(void) {
  assert(syscall(SYS_futex, &word, FUTEX_WAIT, 4, 0) == -1 && errno == EAGAIN);
  assert(syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE, 2, NULL, NULL, 1) == -1 &&
         errno == EAGAIN);
  assert(syscall(SYS_futex, &word, FUTEX_CMP_REQUEUE, 1, 1, &word, 2) == -1 && errno == EAGAIN);
  assert(syscall(SYS_futex, &word, FUTEX_WAKE, 1) == 0);
}
// SPDX-License-Identifier: Apache-2.0
