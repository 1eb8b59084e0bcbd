/* SPDX-License-Identifier: Apache-2.0 */
/* The searches that answer one question: some begin again with more executions. */
#ifndef CLI_SEARCHES_H
#define CLI_SEARCHES_H

#include "cli/input.h"
#include "engine/engine.h"

/* Asks the engine until its answer holds for all executions, or is a violation. */
void searches_run(struct input *input, bool is_verbose, const struct engine *engine,
                  const struct task *task, struct result *result);

#endif
