// expect: FALSE(reach)
/* A thread may run on any processor. */
#define _GNU_SOURCE
#include <assert.h>
#include <sched.h>
int main(void) { assert(sched_getcpu() == 0); }
// SPDX-License-Identifier: Apache-2.0
