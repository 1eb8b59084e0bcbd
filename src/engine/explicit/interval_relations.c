/* SPDX-License-Identifier: Apache-2.0 */
/* Relations between cells, which intervals cannot express. The candidates are those of
 * abstract/candidates.h, from comparisons and copies in the program, and comparisons of any two
 * counters. At a location, all candidates that the first path implies are assumed, and each further
 * path removes some, as in Houdini. */
#include "engine/explicit/interval_search.h"

void interval_relations_find(struct interval_search *in, const struct interval_state *from,
                             const struct action *action, const struct premises *known,
                             struct premises *holds) {
  const struct premises *all = known ? known : &in->candidates.list;
  holds->count = 0;
  for (size_t i = 0; in->has_candidates && i < all->count; i++)
    if (known || location_has_cells_of(&in->common.locations, action->to, all->items[i]))
      vector_push(holds, all->items[i]);
  if (!holds->count)
    return;
  struct premises premises = {0}, goals = {0};
  interval_add_premises(in, from, action, &premises);
  for (size_t i = 0; i < holds->count; i++)
    vector_push(&goals, action_said_before(&in->common.cells, action, holds->items[i]));
  entailment_keep(&in->entailment, &premises, &goals, holds);
  vector_release(&premises);
  vector_release(&goals);
}

static void note_action(struct interval_search *in, uint32_t from, const struct action *action,
                        void *context) {
  (void)from, (void)context;
  candidates_note_step(&in->candidates, &action->facts, &action->own, &action->others, NULL);
}

/* Between the steps of two counters that count alike, relations of them are off by one step. */
static void shift_by(struct interval_search *in, uint32_t from, const struct action *action,
                     void *context) {
  size_t count = *(const size_t *)context;
  (void)from;
  for (size_t i = 0; action->outcome == OUTCOME_STEPPED && i < count; i++) {
    const struct term *candidate = in->candidates.list.items[i];
    if (candidate_compares_counters(&in->candidates, candidate) &&
        location_has_cells_of(&in->common.locations, action->to, candidate))
      candidates_add(&in->candidates, action_said_before(&in->common.cells, action, candidate));
  }
}

bool interval_relations_gather(struct interval_search *in) {
  size_t before = in->candidates.list.count;
  interval_visit_actions(in, note_action, NULL);
  in->candidates.relates_counters = true;
  candidates_derive(&in->candidates);
  size_t count = in->candidates.list.count;
  interval_visit_actions(in, shift_by, &count);
  in->has_candidates = true;
  return in->candidates.list.count > before;
}
