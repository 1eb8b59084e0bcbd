/* SPDX-License-Identifier: Apache-2.0 */
/* Inside engine/static/: the search for a fixed point. */
#ifndef ENGINE_STATIC_SOLVE_H
#define ENGINE_STATIC_SOLVE_H

#include "engine/static/steps.h"

void solve_init(struct analysis *analysis, const struct program *program,
                const struct limits *limits);
void solve_release(struct analysis *analysis);
/* Follows all threads until nothing changes; or sets analysis.reason. */
void solve_run(struct analysis *analysis);
/* Visits every state that is kept once more. False: something changes after all, so that the result
 * is none. */
bool solve_check(struct analysis *analysis, struct assessment *assessment);

#endif
