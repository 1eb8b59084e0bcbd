/* SPDX-License-Identifier: Apache-2.0 */
/* From C files to a program: runs clang, links the library models, lowers LLVM IR. */
#ifndef FRONTEND_FRONTEND_H
#define FRONTEND_FRONTEND_H

#include "frontend/options.h"

/* On STATUS_BAD_INPUT the message (clang's own where it is clang's) went to stderr. STATUS_LIMIT
 * and STATUS_CANCELLED are those of options->limits. `times` may be NULL. The caller destroys the
 * program. */
enum status frontend_load(const struct frontend_options *options, struct program **program,
                          struct frontend_times *times);

#endif
