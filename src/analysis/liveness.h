/* SPDX-License-Identifier: Apache-2.0 */
/* The live registers: those that may still be read. States must not differ only in dead
 * registers. */
#ifndef ANALYSIS_LIVENESS_H
#define ANALYSIS_LIVENESS_H

#include "base/vector.h"
#include "program/program.h"

/* For each location of each function the registers that are live when an execution stands there. */
struct liveness;
struct liveness *liveness_create(const struct program *program);
void liveness_destroy(struct liveness *liveness);

struct live_registers {
  const uint32_t *registers; /* ascending */
  uint32_t count;
};
struct live_registers liveness_at(const struct liveness *liveness, const struct function *function,
                                  uint32_t location);

/* The same of any graph: a step leads from one place to another and reads and writes registers. */
struct live_step {
  uint32_t from, to;
  uint32_t reads, writes, end; /* where its registers begin in `registers`, and end */
};
struct live_graph {
  uint32_t place_count;
  size_t words; /* of a set of registers */
  VECTOR(struct live_step) steps;
  VECTOR(uint32_t) registers;
};
/* Adds to the registers of a live_graph, as a register_visitor (program/uses.h). */
void live_graph_note(uint32_t number, void *context);
/* Adds the registers that are live at each place to `sets`, which has `words` for each. */
void live_graph_solve(const struct live_graph *graph, uint64_t *sets);
void live_graph_release(struct live_graph *graph);

#endif
