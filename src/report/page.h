/* SPDX-License-Identifier: Apache-2.0 */
/* A recorded execution as one self-contained HTML page: columns of threads, the source, and the
 * values at each step. */
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include "report/trace.h"

/* The data is that of trace_write, with the sources. STATUS_BAD_INPUT: the file cannot be written;
 * the message went to stderr. */
enum status page_write(const char *path, const struct trace *trace, struct story *story,
                       const struct state *state, const struct violation *violation);

#endif
