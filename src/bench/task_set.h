/* SPDX-License-Identifier: Apache-2.0 */
/* Task sets: text files that list task definitions, one path per line, relative to the folder of
 * the set. A path may contain wildcards. Lines that start with # are comments. */
#ifndef BENCH_TASK_SET_H
#define BENCH_TASK_SET_H

#include "base/vector.h"

#include <stdbool.h>

struct task_set {
  struct arena *arena;
  VECTOR(const char *) paths; /* to be opened from the current folder */
  VECTOR(const char *) names; /* as the sets spell them */
};

/* Adds what a .set file lists. False: unreadable, as errno says. */
bool task_set_add(struct task_set *set, const char *path);
/* Adds one file under its own name. */
void task_set_add_file(struct task_set *set, const char *path);
void task_set_release(struct task_set *set);

#endif
