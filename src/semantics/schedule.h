/* SPDX-License-Identifier: Apache-2.0 */
/* A recorded execution: the order in which threads moved, and the answers to choices. With the
 * program, it determines every step. */
#ifndef SEMANTICS_SCHEDULE_H
#define SEMANTICS_SCHEDULE_H

#include "base/vector.h"

#include <stdbool.h>
#include <stdint.h>

struct schedule_entry {
  uint32_t thread; /* number */
  uint32_t steps;  /* visible steps in a row; 1 for a flush */
  uint32_t
      flush; /* n: the n-th oldest store of the thread that still waits becomes visible. 0: steps */
};

/* Under rc11: an access to memory that does not find or leave the newest write. Accesses are
 * counted from 1, in the order of the schedule, from when a second thread exists. */
struct schedule_exception {
  uint64_t access;
  uint64_t other; /* of a read: the write whose value it takes, or 0: what was there at first. Of a
                   * write: the next newer write to the location, which came earlier */
};

struct schedule {
  VECTOR(struct schedule_entry) entries;
  VECTOR(uint64_t) choices; /* in the order they are asked for */
  bool has_graph;           /* the execution is one of an axiomatic model, with these exceptions */
  VECTOR(struct schedule_exception) exceptions; /* ascending */
};

void schedule_add_step(struct schedule *schedule, uint32_t thread);
void schedule_add_flush(struct schedule *schedule, uint32_t thread, size_t index);
void schedule_add_choice(struct schedule *schedule, uint64_t bits);
void schedule_copy(struct schedule *to, const struct schedule *from);
void schedule_release(struct schedule *schedule);
uint64_t schedule_step_count(const struct schedule *schedule);

#endif
