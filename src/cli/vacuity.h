/* SPDX-License-Identifier: Apache-2.0 */
/* Warnings with TRUE about proofs that may be vacuous. */
#ifndef CLI_VACUITY_H
#define CLI_VACUITY_H

struct engine;
struct input;
struct options;
struct task;

/* After TRUE: warns of no second thread, of no assertion, of failure in every execution, each if no
 * execution has it. What a few random executions do not show the engine is asked, for a short time.
 * `proven`: the task that was decided. */
void vacuity_tell(const struct input *input, const struct options *options,
                  const struct engine *engine, const struct task *proven);

#endif
