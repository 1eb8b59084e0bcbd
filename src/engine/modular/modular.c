/* SPDX-License-Identifier: Apache-2.0 */
/* The modular engine: thread-modular proofs (engine/thread_modular.h) by relations, and if these do
 * not suffice by relations and intervals, which take longer. It never answers FALSE. */
#include "engine/engine.h"

#include "engine/thread_modular.h"
#include "engine/traits.h"

enum { FEW_NUMBERS = 2 }; /* that a cell may hold before it gets a range */

static void run_modular(const struct task *task, struct result *result) {
  static const struct thread_modular_plan
      relations = {.uncovered =
                       "properties other than reach, spec and abort are not covered by modular"},
      ranges = {.has_boxes = true,
                .uses_thresholds = true,
                .most_numbers = FEW_NUMBERS,
                .uncovered =
                    "properties other than reach, spec and abort are not covered by modular"};
  const char *limit;
  thread_modular_prove(task, &relations, result);
  if (result->verdict == VERDICT_UNKNOWN && !result->proven &&
      limits_check(&task->limits, &limit) == STATUS_OK)
    thread_modular_prove(task, &ranges, result);
}

static property_set covers(const struct traits *traits) {
  return traits->weak_memory ? 0 : thread_modular_covers();
}

const struct engine engine_modular = {
    .name = "modular",
    .summary = "thread-modular proofs for any number of threads; never answers FALSE",
    .only_proves = true,
    .covers = covers,
    .run = run_modular,
};
