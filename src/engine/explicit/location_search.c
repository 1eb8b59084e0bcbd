/* SPDX-License-Identifier: Apache-2.0 */
/* Attempts of searches over locations, and their verdicts. */
#include "engine/explicit/location_search.h"

#include "analysis/reuse.h"
#include "engine/confirmed.h"

#include <string.h>

void location_search_init(struct location_search *search, const struct cpa_ops *ops,
                          const struct task *task, uint32_t most_numbers, struct result *result) {
  *search = (struct location_search){.cpa = {ops}, .task = task, .result = result};
  search->merges = strcmp(task_option_text(task, "merge"), "join") == 0;
  cells_init(&search->cells, task->program);
  search->cells.most_numbers = most_numbers ? most_numbers : search->cells.most_numbers;
  result->verdict = VERDICT_UNKNOWN;
}

void location_search_release(struct location_search *search) { cells_release(&search->cells); }

uint32_t location_search_partition(struct cpa *cpa) {
  return ((struct location_search *)cpa)->location;
}

void location_search_begin(struct location_search *search, bool (*extends_chain)(void *owner)) {
  search->attempts++;
  search->cells.grew = false;
  const struct task *task = search->task;
  struct question question = {task->program, task->properties & PROPERTIES_OF_STEPS, &task->limits,
                              task->stale_parts};
  locations_init(&search->locations, &question, &search->cells, task->por, search->without_claims);
  search->locations.symbolic.explorer.machine.loops.ends_step = search->ends_at_loops;
  search->locations.symbolic.explorer.extends_chain = extends_chain;
  search->reach = (struct reach){
      .cpa = &search->cpa, .partitioning = PARTITION_LOCATIONS, .waitlist.breadth_first = true};
}

void location_search_forget(struct location_search *search) {
  reach_release(&search->reach);
  locations_release(&search->locations);
}

bool location_search_is_over(struct location_search *search) {
  if (search->looks++ % 16 == 0 && !search->limit)
    limits_check(&search->task->limits, &search->limit);
  return search->limit != NULL;
}

bool location_search_end(struct location_search *search, enum reach_end end, bool is_void,
                         bool (*decide)(struct location_search *search)) {
  bool is_violated = locations_violate_claim(&search->locations);
  if (!search->limit)
    search->limit = search->locations.symbolic.explorer.limit;
  if (end == REACH_FOUND)
    return false;
  if (search->limit) {
    result_set_unknown(search->result, "%s", search->limit);
    return false;
  }
  search->without_claims |= is_violated;
  if (is_violated || is_void)
    return true;
  if (search->locations.has_too_many)
    result_set_unknown(search->result, "a step with too many outcomes");
  return !search->locations.has_too_many && end == REACH_EXHAUSTED && decide(search);
}

bool location_search_confirm(struct location_search *search, const struct path *path) {
  struct explorer *explorer = &search->locations.symbolic.explorer;
  struct confirmation confirmation = result_confirmation(search->task, search->task->solver);
  explorer->machine.loops.ends_step = false;
  bool is_real = result_confirm(search->result, &confirmation, explorer, path) == CONFIRM_REAL;
  explorer->machine.loops.ends_step = search->ends_at_loops;
  confirmation_release(&confirmation);
  return is_real;
}

void location_search_conclude(struct location_search *search, bool is_right, const char *means) {
  const char *limit = NULL; /* if a limit ended the solver */
  if (is_right &&
      stale_addresses_has(search->task->program, REUSE_BLOCKS | REUSE_SLOTS | REUSE_RECORDS))
    result_set_unknown(search->result,
                       "no violation if addresses are not reused, and %s do not support reuse",
                       means);
  else if (is_right)
    search->result->verdict = VERDICT_TRUE;
  else if (limits_check(&search->task->limits, &limit) != STATUS_OK && limit)
    result_set_unknown(search->result, "%s", limit);
  else
    result_set_unknown(search->result, "a proof by %s did not pass its check", means);
}
