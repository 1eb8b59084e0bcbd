// expect: TRUE
// properties: reach
// engines: order
/* The number of the process is arbitrary, but always the same. */
#define _GNU_SOURCE
#include <assert.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void) { assert(syscall(SYS_getpid) == getpid()); }
// SPDX-License-Identifier: Apache-2.0
