/* SPDX-License-Identifier: Apache-2.0 */
/* Names the calls of `syscall` by the constants in the Linux headers. */
#ifndef REPORT_SYSTEM_CALL_H
#define REPORT_SYSTEM_CALL_H

#include <stdbool.h>
#include <stdint.h>

struct text;

/* "SYS_futex"; NULL: the number is not known. */
const char *system_call_name(unsigned pointer_width, uint64_t number, bool *is_futex);
/* The operation of a futex call: "FUTEX_WAIT_PRIVATE". */
void system_call_print_operation(struct text *out, uint64_t operation);

#endif
