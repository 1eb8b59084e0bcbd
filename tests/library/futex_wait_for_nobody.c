// expect: FALSE(deadlock)
// engines: reference explicit
/* A sleeper that only a spurious wake-up could free is blocked. */
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
int main(void) { syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0); }
// SPDX-License-Identifier: Apache-2.0
