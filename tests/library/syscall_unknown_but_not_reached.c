// expect: TRUE
/* It matters only if it is made. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>
static int barrier = 0;
int main(void) {
  if (barrier)
    syscall(SYS_membarrier, 0, 0, 0);
}
// SPDX-License-Identifier: Apache-2.0
