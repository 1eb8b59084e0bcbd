/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to report/: what a library call that had a choice came to, in the terms of the call. */
#ifndef REPORT_OUTCOME_H
#define REPORT_OUTCOME_H

#include "report/describe.h"

/* "accept(3, NULL, NULL) fails", "read(0, &line, 2) returns 2 bytes: 'a\n'". Nothing for a
 * call that could have failed and did not. False, and nothing is printed: the result says nothing
 * in these terms. The frame is that of the call, which ends with a result of `width` bits. */
bool outcome_describe(struct text *out, struct snapshot snapshot, const struct thread *thread,
                      const struct frame *frame, unsigned width, uint64_t result);

#endif
