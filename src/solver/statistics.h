/* SPDX-License-Identifier: Apache-2.0 */
/* What a solver did so far. */
#ifndef SOLVER_STATISTICS_H
#define SOLVER_STATISTICS_H

#include <stdint.h>

struct solver_statistics {
  uint64_t checks, variables, clauses, conflicts;
  uint64_t nodes; /* of the graph or of Z3's formulas, before clauses */
  double seconds; /* in checks, wall time */
};

#endif
