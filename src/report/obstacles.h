/* SPDX-License-Identifier: Apache-2.0 */
/* Inside report/: what engines stopped at. */
#ifndef REPORT_OBSTACLES_H
#define REPORT_OBSTACLES_H

#include "engine/partial_result.h"

/* Why it is not decided, of the engine that was called, and of the engines that it called: a line
 * "engine: reason" each; NULL: it called none. */
struct obstacle_reasons {
  const char *engine, *reason, *details;
};

/* Each thing once, with the engines that it stopped, and what multiplies the states. `partial` may
 * be NULL. */
void obstacles_print(struct text *whole, const struct program *program,
                     const struct obstacle_reasons *reasons, const struct partial_result *partial);

#endif
