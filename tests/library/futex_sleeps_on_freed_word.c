// expect: FALSE(memory)
/* The word is read before the thread sleeps. */
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
int main(void) {
  unsigned *gone = malloc(sizeof *gone);
  free(gone);
  syscall(SYS_futex, gone, FUTEX_WAIT, 0, NULL);
}
// SPDX-License-Identifier: Apache-2.0
