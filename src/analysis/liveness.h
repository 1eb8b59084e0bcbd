/* SPDX-License-Identifier: Apache-2.0 */
/* The live registers: those that may still be read. States must not differ only in dead
 * registers. */
#ifndef ANALYSIS_LIVENESS_H
#define ANALYSIS_LIVENESS_H

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

#endif
