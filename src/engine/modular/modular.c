/* SPDX-License-Identifier: Apache-2.0 */
/* The modular engine: thread-modular proofs (engine/thread_modular.h) by relations, and if these do
 * not suffice by relations and intervals, which take longer. It never answers FALSE. */
#include "engine/engine.h"

#include "engine/thread_modular.h"
#include "engine/traits.h"

enum { FEW_NUMBERS = 2 }; /* that a cell may hold before it gets a range */

/* Proves all of these properties, or none. */
static property_set prove(const struct task *task, property_set asked, struct result *result) {
  static const struct thread_modular_plan relations,
      ranges = {.has_boxes = true, .uses_thresholds = true, .most_numbers = FEW_NUMBERS};
  const char *limit;
  struct task part = *task;
  part.properties = asked;
  if (!asked)
    return 0;
  thread_modular_prove(&part, &relations, result);
  if (result->verdict == VERDICT_UNKNOWN && limits_check(&task->limits, &limit) == STATUS_OK)
    thread_modular_prove(&part, &ranges, result);
  return result->verdict == VERDICT_TRUE ? asked : 0;
}

static void run_modular(const struct task *task, struct result *result) {
  property_set covered = task->properties & thread_modular_covers();
  property_set first = covered & thread_modular_asks_first(), rest = covered & ~first;
  property_set proven = prove(task, first, result);
  if (rest && (proven || !first))
    proven |= prove(task, rest, result);
  if (proven == task->properties)
    return;
  if (proven == covered)
    result_set_unknown(result, "properties other than reach, spec, abort and overflow are not "
                               "covered by modular");
  result->proven = proven;
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
