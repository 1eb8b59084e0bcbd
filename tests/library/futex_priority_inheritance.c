// expect: UNKNOWN(a futex operation with priority inheritance at tests/library/futex_priority_inheritance.c:13)
/* Not modelled. */
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
int main(void) { syscall(SYS_futex, &word, FUTEX_LOCK_PI, 0, NULL); }
// SPDX-License-Identifier: Apache-2.0
