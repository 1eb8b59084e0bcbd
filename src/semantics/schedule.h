/* SPDX-License-Identifier: Apache-2.0 */
/* A recorded execution: which thread moved when, and how nondeterminism was resolved. Together with
 * the program it determines every step. */
#ifndef SEMANTICS_SCHEDULE_H
#define SEMANTICS_SCHEDULE_H

#include "base/vector.h"

#include <stdint.h>

struct schedule_entry {
  uint32_t thread; /* number */
  uint32_t steps;  /* visible steps in a row; 1 for a flush */
  uint32_t
      flush; /* n: the n-th oldest store of the thread that still waits becomes visible. 0: steps */
};

struct schedule {
  VECTOR(struct schedule_entry) entries;
  VECTOR(uint64_t) choices; /* in the order they are asked for */
};

void schedule_add_step(struct schedule *schedule, uint32_t thread);
void schedule_add_flush(struct schedule *schedule, uint32_t thread, size_t index);
void schedule_add_choice(struct schedule *schedule, uint64_t bits);
void schedule_copy(struct schedule *to, const struct schedule *from);
void schedule_release(struct schedule *schedule);

#endif
