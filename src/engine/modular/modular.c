/* SPDX-License-Identifier: Apache-2.0 */
/* The modular engine: thread-modular proofs (engine/crowd.h) by relations alone. It never says
 * FALSE. */
#include "engine/modular/modular.h"

#include "engine/crowd.h"
#include "engine/traits.h"

static void run_modular(const struct task *task, struct result *result) {
  static const struct crowd_plan plan = {
      .uncovered = "properties other than reach, spec and abort are not covered by modular"};
  crowd_prove(task, &plan, result);
}

static property_set covers(const struct traits *traits) {
  return traits->weak_memory ? 0 : crowd_covers();
}

const struct engine engine_modular = {
    .name = "modular",
    .summary = "proves for any number of threads, by invariants of any two; never says FALSE",
    .only_proves = true,
    .covers = covers,
    .run = run_modular,
};
