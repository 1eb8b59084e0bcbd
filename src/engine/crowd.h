/* SPDX-License-Identifier: Apache-2.0 */
/* Proofs for any number of threads, by what is true of any two of them (engine/pairs.h): relations
 * between symbols that the program's own comparisons suggest, alone (`modular`) or beside ranges
 * (`explicit` with intervals). */
#ifndef ENGINE_CROWD_H
#define ENGINE_CROWD_H

#include "engine/engine.h"

struct crowd_plan {
  bool has_boxes;        /* ranges of symbols, too, … */
  bool uses_thresholds;  /* … which stop at constants of the program where they are widened */
  uint32_t most_numbers; /* that a cell may hold before it becomes symbolic; 0: the default */
  const char *uncovered; /* said if more properties are asked than it covers */
};

/* The properties that can be proven. */
property_set crowd_covers(void);
/* Proves those of the task's properties that it covers, or says UNKNOWN; never FALSE. */
void crowd_prove(const struct task *task, const struct crowd_plan *plan, struct result *result);

#endif
