// expect: UNKNOWN(syscall of a number that is not modelled at tests/library/syscall_unknown_number.c:5)
/* Nor has it a name here. */
#define _GNU_SOURCE
#include <unistd.h>
int main(void) { syscall(9999, 0); }
// SPDX-License-Identifier: Apache-2.0
