/* SPDX-License-Identifier: Apache-2.0 */
/* Inside report/: how far a search went, in terms of the program. */
#ifndef REPORT_SEARCHED_H
#define REPORT_SEARCHED_H

#include "engine/partial_result.h"

/* What was searched completely: of several parts, the largest ones. `open`: the properties that are
 * not decided; `partial` may be NULL. */
void searched_print(struct text *out, const struct program *program,
                    const struct partial_result *partial, property_set open);
/* "every execution with at most 3 turns of the loop at pool.c:44". */
void searched_print_part(struct text *out, const struct program *program,
                         const struct guarantee *guarantee);

#endif
