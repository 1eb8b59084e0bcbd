/* SPDX-License-Identifier: Apache-2.0 */
/* The fixed point over pairs of views. Every pass goes through the same steps: one weakens the
 * invariants of pairs, one narrows their boxes, and one checks that nothing leads out of them. */
#include "engine/modular/pairs.h"

#include "abstract/own_address.h"

#include <string.h>

enum { MOST_NARROWINGS = 4 };

void pairs_release(struct pairs *pairs) {
  for (size_t i = 0; i < pairs->list.count; i++) {
    vector_release(&pairs->list.items[i].holds);
    vector_release(&pairs->list.items[i].symbols);
    box_release(&pairs->list.items[i].box);
    box_release(&pairs->list.items[i].smaller);
  }
  vector_release(&pairs->list);
  vector_release_all(&pairs->partners);
  vector_release(&pairs->waiting);
  map_release(&pairs->index);
  vector_release(&pairs->met);
  vector_release(&pairs->symbols);
  box_release(&pairs->box);
  box_transfer_release(&pairs->transfer);
  thresholds_release(&pairs->thresholds);
  interner_destroy(pairs->triples);
}

/* Adds the ranges of a pair, also to the transfer. */
static void add_box(struct pairs *pairs, struct premises *premises, const struct pair *pair,
                    const unsigned cast[ROLES]) {
  const struct cells *cells = pairs->views->cells;
  pairs->symbols.count = 0;
  for (size_t i = 0; i < pair->symbols.count; i++)
    vector_push(&pairs->symbols,
                candidates_recast(cells, pairs->candidates->terms, pair->symbols.items[i], cast));
  box_add_facts(&pair->box, pairs->candidates->terms, &pairs->symbols, premises);
  box_transfer_know(&pairs->transfer, &pairs->symbols, &pair->box);
}

/* Adds what is known of two views, with role `a` for the first and `b` for the second. */
static void add_premises(struct pairs *pairs, struct premises *premises, uint32_t first, unsigned a,
                         uint32_t second, unsigned b) {
  const struct pair *pair = pairs_find(pairs, first, second);
  bool is_first = pair->views[0] == first;
  unsigned cast[ROLES] = {is_first ? a : b, is_first ? b : a, 0};
  for (size_t i = 0; i < pair->holds.count; i++)
    vector_push(premises, candidates_recast(pairs->views->cells, pairs->candidates->terms,
                                            pair->holds.items[i], cast));
  if (pairs->has_boxes)
    add_box(pairs, premises, pair, cast);
}

/* Adds the conditions of a step; false: it is not possible. */
static bool add_facts(struct pairs *pairs, struct premises *premises,
                      const struct view_step *step) {
  struct premises facts = {0};
  own_address_add_facts(pairs->views->cells, premises);
  for (size_t i = 0; i < step->facts.count; i++) {
    vector_push(&facts, step->facts.items[i]);
    vector_push(premises, step->facts.items[i]);
  }
  bool possible = entailment_allows(pairs->entailment, premises, &facts);
  vector_release(&facts);
  return possible;
}

static void arrive_after(struct pairs *pairs, const struct view_step *step, uint32_t partner,
                         const struct premises *premises) {
  struct pair_source mover = {&step->locals, 0}, other = {NULL, 1},
                     child = {&step->child_locals, 0};
  uint32_t changed = partner == NO_VIEW ? NO_VIEW : views_combine(pairs->views, partner, step->to);
  if (partner != NO_VIEW || step->child == NO_VIEW)
    pairs_arrive(pairs,
                 (struct arrival){{step->to, changed}, premises, &step->variables, {mover, other}});
  if (step->child == NO_VIEW)
    return;
  pairs_arrive(
      pairs, (struct arrival){{step->to, step->child}, premises, &step->variables, {mover, child}});
  if (partner != NO_VIEW)
    pairs_arrive(pairs, (struct arrival){
                            {changed, step->child}, premises, &step->variables, {other, child}});
}

static void take_step(struct pairs *pairs, const struct view_step *step, uint32_t partner,
                      const struct premises *premises) {
  switch (step->outcome) {
  case OUTCOME_STEPPED:
    arrive_after(pairs, step, partner, premises);
    break;
  case OUTCOME_EXITED:
  case OUTCOME_PRUNED:
    break;
  case OUTCOME_VIOLATION:
  case OUTCOME_UNSUPPORTED:
  case OUTCOME_LIMIT:
    if (pairs->pass == PASS_CHECKS || !pairs->has_widened) /* else narrowing may exclude it */
      pairs_end_for(pairs, PAIRS_REACHED, step->reason, step->at);
    break;
  }
}

static void note_constants(struct pairs *pairs, const struct cell_bounds *bounds) {
  for (size_t i = 0; i < bounds->count; i++)
    thresholds_add(&pairs->thresholds, bounds->items[i].term);
}

static void note_thresholds(struct pairs *pairs, const struct steps *steps) {
  for (size_t i = 0; pairs->has_boxes && i < steps->count; i++) {
    const struct view_step *step = &steps->items[i];
    for (size_t j = 0; j < step->facts.count; j++)
      thresholds_add(&pairs->thresholds, step->facts.items[j]);
    note_constants(pairs, &step->variables);
    note_constants(pairs, &step->locals);
    note_constants(pairs, &step->child_locals);
  }
}

static struct steps steps_of(struct pairs *pairs, uint32_t view) {
  bool was_known = pairs->views->list.items[view].is_known;
  if (!views_step(pairs->views, view))
    pairs_end_for(pairs, PAIRS_TOO_MANY, "a step with too many outcomes", (struct position){0});
  if (!was_known)
    note_thresholds(pairs, &pairs->views->list.items[view].steps);
  return pairs->views->list.items[view].steps;
}

/* Takes all steps of one of the two threads. */
static void take_steps_of_pair(struct pairs *pairs, uint32_t mover, uint32_t partner) {
  struct steps steps = steps_of(pairs, mover);
  struct premises premises = {0};
  for (size_t i = 0; i < steps.count && pairs->end == PAIRS_PROVEN; i++) {
    premises.count = 0;
    box_transfer_begin(&pairs->transfer, &steps.items[i].facts);
    add_premises(pairs, &premises, mover, 0, partner, 1);
    if (add_facts(pairs, &premises, &steps.items[i]))
      take_step(pairs, &steps.items[i], partner, &premises);
  }
  vector_release(&premises);
}

/* Records the versions of the three pairs. True: they are unchanged since the last time, so their
 * steps have been taken. */
static bool record_triple(struct pairs *pairs, uint32_t mover, uint32_t a, uint32_t b) {
  uint32_t views[3] = {mover, a < b ? a : b, a < b ? b : a};
  bool is_new;
  struct triple now = {{pairs_find(pairs, mover, views[1])->changes,
                        pairs_find(pairs, mover, views[2])->changes,
                        pairs_find(pairs, a, b)->changes}};
  uint32_t number = interner_add(pairs->triples, views, sizeof views, &is_new);
  if (is_new)
    vector_push(&pairs->met, (struct triple){0});
  struct triple *before = &pairs->met.items[number];
  bool same = memcmp(before, &now, sizeof now) == 0;
  *before = now;
  return same;
}

/* Takes the steps of a third thread that change the variables. */
static void take_steps_of_third(struct pairs *pairs, uint32_t mover, uint32_t a, uint32_t b) {
  struct steps steps = steps_of(pairs, mover);
  struct premises premises = {0};
  if (!pairs->views->list.items[mover].interferes ||
      (pairs->pass == PASS_GROWS && record_triple(pairs, mover, a, b)))
    return;
  for (size_t i = 0; i < steps.count && pairs->end == PAIRS_PROVEN; i++) {
    const struct view_step *step = &steps.items[i];
    if (step->outcome != OUTCOME_STEPPED || !step->changes_variables)
      continue;
    premises.count = 0;
    box_transfer_begin(&pairs->transfer, &step->facts);
    add_premises(pairs, &premises, mover, 0, a, 1);
    add_premises(pairs, &premises, mover, 0, b, 2);
    add_premises(pairs, &premises, a, 1, b, 2);
    if (!add_facts(pairs, &premises, step))
      continue;
    uint32_t changed[2] = {views_combine(pairs->views, a, step->to),
                           views_combine(pairs->views, b, step->to)};
    pairs_arrive(
        pairs, (struct arrival){
                   {changed[0], changed[1]}, &premises, &step->variables, {{NULL, 1}, {NULL, 2}}});
  }
  vector_release(&premises);
}

static void expand_pair(struct pairs *pairs, uint32_t number) {
  uint32_t a = pairs->list.items[number].views[0], b = pairs->list.items[number].views[1];
  pairs->list.items[number].is_waiting = false;
  take_steps_of_pair(pairs, a, b);
  if (b == NO_VIEW)
    return;
  if (a != b)
    take_steps_of_pair(pairs, b, a);
  for (size_t i = 0; i < pairs->partners.items[a].count && pairs->end == PAIRS_PROVEN &&
                     !limits_are_over(pairs->limits);
       i++) {
    uint32_t c = pairs->partners.items[a].items[i];
    if (!pairs_find(pairs, a, c) || !pairs_find(pairs, b, c))
      continue; /* narrowing may have taken a pair away */
    take_steps_of_third(pairs, c, a, b);
    if (pairs->pass != PASS_GROWS)
      continue; /* the other two pairs are expanded on their own */
    take_steps_of_third(pairs, a, b, c);
    if (a != b)
      take_steps_of_third(pairs, b, a, c);
  }
}

/* True: a limit is reached, and is the reason. */
static bool check_limits(struct pairs *pairs) {
  const char *reason = pairs->views->symbolic.explorer.limit;
  if (!reason)
    limits_check(pairs->limits, &reason);
  if (reason)
    pairs->reason = reason;
  return reason != NULL;
}

static void take_starts(struct pairs *pairs) {
  struct premises premises = {0};
  vector_each (start, &pairs->views->starts) {
    premises.count = 0;
    box_transfer_begin(&pairs->transfer, &start->facts);
    if (add_facts(pairs, &premises, start))
      take_step(pairs, start, NO_VIEW, &premises);
  }
  vector_release(&premises);
}

/* Takes all steps of all reached pairs once. */
static void go_through(struct pairs *pairs, enum pairs_pass pass) {
  pairs->pass = pass;
  take_starts(pairs);
  for (uint32_t i = 0; i < pairs->list.count && pairs->end == PAIRS_PROVEN && !check_limits(pairs);
       i++)
    if (pairs->list.items[i].is_reached)
      expand_pair(pairs, i);
}

static void narrow_boxes(struct pairs *pairs) {
  bool changes = true;
  for (unsigned i = 0; changes && i < MOST_NARROWINGS; i++) {
    for (size_t j = 0; j < pairs->list.count; j++)
      pairs->list.items[j].is_found = false;
    go_through(pairs, PASS_NARROWS);
    changes = false;
    for (size_t j = 0; j < pairs->list.count && !check_limits(pairs); j++)
      if (pairs->list.items[j].is_reached)
        changes |= pairs_take_smaller(&pairs->list.items[j]);
  }
}

/* Checks the result with a new solver session. */
static void check_result(struct pairs *pairs) {
  struct entailment entailment, *used = pairs->entailment;
  entailment_init(&entailment, pairs->candidates->terms, used->session.backend, pairs->limits);
  pairs->entailment = &entailment;
  uint64_t before = pairs->arrivals;
  go_through(pairs, PASS_CHECKS);
  pairs->checked = pairs->arrivals - before;
  pairs->entailment = used;
  entailment_release(&entailment);
}

enum pairs_end pairs_run(struct pairs *pairs) {
  pairs->triples = interner_create();
  box_transfer_init(&pairs->transfer, pairs->candidates->terms);
  if (!views_start(pairs->views))
    pairs_end_for(pairs, PAIRS_TOO_MANY, "a beginning with too many outcomes",
                  (struct position){0});
  note_thresholds(pairs, &pairs->views->starts);
  take_starts(pairs);
  while (!check_limits(pairs) && pairs->end == PAIRS_PROVEN && pairs->next < pairs->waiting.count) {
    expand_pair(pairs, pairs->waiting.items[pairs->next++]);
    if (pairs->views->cells->grew)
      return PAIRS_GREW;
  }
  if (pairs->has_widened && pairs->end == PAIRS_PROVEN)
    narrow_boxes(pairs);
  if (pairs->end == PAIRS_PROVEN)
    check_result(pairs);
  if (check_limits(pairs))
    return PAIRS_LIMIT;
  return pairs->views->cells->grew ? PAIRS_GREW : pairs->end;
}
