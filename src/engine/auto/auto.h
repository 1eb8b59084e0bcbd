/* SPDX-License-Identifier: Apache-2.0 */
/* The portfolio: runs engines side by side, each in its own process, on the properties that they
 * can decide. The first certain verdict ends it. */
#ifndef ENGINE_AUTO_AUTO_H
#define ENGINE_AUTO_AUTO_H

struct engine;
struct task;
struct result;

/* Runs these engines, ended by NULL, instead of those of the table. */
void auto_run(const struct task *task, const struct engine *const *some, struct result *result);

#endif
