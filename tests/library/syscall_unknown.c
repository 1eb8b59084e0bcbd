// expect: UNKNOWN(syscall(SYS_membarrier) is not modelled, at tests/library/syscall_unknown.c:12)
/* The user is told which one. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void) { syscall(SYS_membarrier, 0, 0, 0); }
// SPDX-License-Identifier: Apache-2.0
