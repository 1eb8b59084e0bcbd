/* SPDX-License-Identifier: Apache-2.0 */
/* From a candidate, a path over abstract states that ends in an error, to a violation: the one way
 * for all engines (docs/properties.md). */
#ifndef ENGINE_CONFIRMED_H
#define ENGINE_CONFIRMED_H

#include "engine/engine.h"
#include "explore/confirm.h"

/* A confirmation for the task, with the solver of that name. */
struct confirmation result_confirmation(const struct task *task, const char *backend);
/* CONFIRM_REAL: the result is FALSE, with the schedule, the violation and the properties under
 * which it occurred. Otherwise it has no schedule, and for CONFIRM_UNDECIDED the reason is filled
 * in. `confirmation` is released by the caller. */
enum confirm_answer result_confirm(struct result *result, struct confirmation *confirmation,
                                   struct explorer *explorer, const struct path *path);

#endif
