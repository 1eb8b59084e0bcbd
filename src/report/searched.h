/* SPDX-License-Identifier: Apache-2.0 */
/* Inside report/: how far a search went, in terms of the program. */
#ifndef REPORT_SEARCHED_H
#define REPORT_SEARCHED_H

#include "engine/partial_result.h"

/* What was searched completely: of several parts, the largest ones. `open`: the properties that are
 * not decided; `partial` may be NULL. */
void searched_print(struct text *out, const struct program *program,
                    const struct partial_result *partial, property_set open);
/* The position of a loop of the user, see struct loop_bound. False: it has none. */
bool searched_find_loop(const struct program *program, uint32_t function, uint32_t head,
                        struct position *at);

#endif
