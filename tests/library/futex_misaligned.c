// expect: TRUE
/* Refused, as is waking without bits; waking does not touch the word. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <stdlib.h>
static unsigned words[2];
int main(void) {
  void *odd = (char *)words + 1;
  assert(syscall(SYS_futex, odd, FUTEX_WAKE, 1) == -1 && errno == EINVAL);
  assert(syscall(SYS_futex, odd, FUTEX_WAIT, 0, NULL) == -1 && errno == EINVAL);
  assert(syscall(SYS_futex, words, FUTEX_REQUEUE, -1, 1, words) == -1 && errno == EINVAL);
  assert(syscall(SYS_futex, words, FUTEX_FD, 1) == -1 && errno == ENOSYS);
  unsigned *gone = malloc(sizeof *gone);
  free(gone);
  assert(syscall(SYS_futex, gone, FUTEX_WAKE_PRIVATE, 1) == 0);
}
// SPDX-License-Identifier: Apache-2.0
