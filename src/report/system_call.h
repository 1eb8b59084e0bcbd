/* SPDX-License-Identifier: Apache-2.0 */
/* The names of system calls. */
#ifndef REPORT_SYSTEM_CALL_H
#define REPORT_SYSTEM_CALL_H

#include "report/describe.h"

/* "syscall(SYS_futex, word, FUTEX_WAIT, 1, ...)". False: the frame is none of a known system call,
 * and nothing was added. */
bool describe_system_call(struct text *out, struct snapshot snapshot, const struct thread *thread,
                          const struct frame *frame);

#endif
