/* SPDX-License-Identifier: Apache-2.0 */
/* The effect of an arrival on a pair: candidates and ranges, in terms of the symbols before the
 * step. */
#include "engine/modular/pair_arrivals.h"

#include "term/walk.h"

#include <assert.h>

enum {
  JOINS_BEFORE_WIDENING = 4,
  JOINS_BEFORE_GIVING_UP = 40, /* then a range grows to all numbers */
};

static const unsigned exchange[ROLES] = {1, 0, 2};

static struct pair *find_known(const struct pairs *pairs, uint32_t a, uint32_t b) {
  uint64_t number;
  uint64_t key = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
  return map_get(&pairs->index, key, &number) ? &pairs->list.items[number] : NULL;
}

struct pair *pairs_find(const struct pairs *pairs, uint32_t a, uint32_t b) {
  struct pair *pair = find_known(pairs, a, b);
  return pair && pair->is_reached ? pair : NULL;
}

static void add_partner(struct pairs *pairs, uint32_t view, uint32_t partner) {
  vector_ensure(&pairs->partners, view);
  vector_push(&pairs->partners.items[view], partner);
}

static struct pair *add_pair(struct pairs *pairs, uint32_t a, uint32_t b) {
  struct pair pair = {.views = {a, b}, .is_reached = true};
  map_set(&pairs->index, (uint64_t)a << 32 | b, pairs->list.count);
  vector_push(&pairs->list, pair);
  if (b != NO_VIEW) {
    add_partner(pairs, a, b);
    if (a != b)
      add_partner(pairs, b, a);
  }
  return &vector_last(&pairs->list);
}

struct pair_arrival {
  const struct pairs *pairs;
  const struct arrival *arrival;
};

static const struct term *value_of_symbol(const struct term *symbol, void *context) {
  const struct pair_arrival *at = context;
  const struct arrival *arrival = at->arrival;
  const struct cells *cells = at->pairs->views->cells;
  unsigned role;
  uint32_t cell = cells_of_variable(cells, symbol, &role);
  assert(cell != NO_CELL && role < 2);
  if (cells->list.items[cell].kind == CELL_VARIABLE)
    return cell_bounds_find(arrival->variables, cell);
  if (cells_is_common(&cells->list.items[cell]))
    return symbol; /* main's record does not move */
  const struct pair_source *source = &arrival->sources[role];
  return source->bounds ? cell_bounds_find(source->bounds, cell)
                        : cells->list.items[cell].symbols[source->role];
}

/* The formula before the step that is equivalent to a candidate after it. */
static const struct term *said_before(const struct pairs *pairs, const struct arrival *arrival,
                                      const struct term *term) {
  return term_map(pairs->candidates->terms, term, value_of_symbol,
                  &(struct pair_arrival){pairs, arrival});
}

static bool has_local(const struct view *view, uint32_t cell) {
  for (size_t i = 0; i < view->locals.count; i++)
    if (view->locals.items[i] == cell)
      return true;
  return false;
}

struct two_views {
  const struct pairs *pairs;
  const uint32_t *views;
};

static bool is_dead(const struct term *part, void *context) {
  const struct two_views *in = context;
  const struct views *views = in->pairs->views;
  unsigned role;
  if (part->kind != TERM_VARIABLE)
    return false;
  uint32_t cell = cells_of_variable(views->cells, part, &role);
  return !cells_is_common(&views->cells->list.items[cell]) &&
         (in->views[role] == NO_VIEW || !has_local(&views->list.items[in->views[role]], cell));
}

/* Are all symbols of the term alive in the two views? */
static bool applies(const struct pairs *pairs, const uint32_t views[2], const struct term *term) {
  return !term_any(term, is_dead, &(struct two_views){pairs, views});
}

/* Adds the goals that imply a candidate after the step; false: there are none. If both threads
 * have the same view, either may be the first. */
static bool add_goals(const struct pairs *pairs, const struct arrival *arrival,
                      const struct term *candidate, struct premises *goals) {
  const struct term *goal = said_before(pairs, arrival, candidate), *other = goal;
  if (arrival->views[0] == arrival->views[1])
    other = said_before(
        pairs, arrival,
        candidates_recast(pairs->views->cells, pairs->candidates->terms, candidate, exchange));
  if (!goal || !other)
    return false;
  vector_push(goals, goal == other
                         ? goal
                         : term_apply(pairs->candidates->terms, OP_AND, goal, other, NULL));
  return true;
}

/* Keeps the candidates that hold on arrival. */
static void keep_implied(struct pairs *pairs, const struct arrival *arrival,
                         struct premises *candidates) {
  struct premises goals = {0};
  size_t kept = 0;
  for (size_t i = 0; i < candidates->count; i++)
    if (add_goals(pairs, arrival, candidates->items[i], &goals))
      candidates->items[kept++] = candidates->items[i];
  candidates->count = kept;
  entailment_keep(pairs->entailment, arrival->premises, &goals, candidates);
  vector_release(&goals);
}

static void wait_for_turn(struct pairs *pairs, struct pair *pair) {
  if (!pair->is_waiting)
    vector_push(&pairs->waiting, (uint32_t)(pair - pairs->list.items));
  pair->is_waiting = true;
}

/* Lists the symbols of the pair's box. */
static void list_symbols(const struct pairs *pairs, struct pair *pair) {
  const struct cells *cells = pairs->views->cells;
  for (size_t i = 0; i < cells->list.count; i++)
    if (cells->list.items[i].kind == CELL_VARIABLE && cells->list.items[i].is_symbolic)
      vector_push(&pair->symbols, cells->list.items[i].symbols[0]);
  pair->variable_count = pair->symbols.count;
  for (unsigned role = 0; role < 2 && pair->views[role] != NO_VIEW; role++) {
    const struct view *view = &pairs->views->list.items[pair->views[role]];
    for (size_t i = 0; i < view->locals.count; i++)
      vector_push(&pair->symbols, cells->list.items[view->locals.items[i]].symbols[role]);
  }
}

/* If both threads have the same view, makes the ranges of both alike: either may be the first. */
static void make_alike(const struct pair *pair, struct box *box) {
  size_t locals = (pair->symbols.count - pair->variable_count) / 2;
  for (size_t i = 0; i < locals; i++) {
    struct cell_range *first = &box->ranges.items[pair->variable_count + i];
    struct cell_range *second = first + locals;
    cell_range_join(first, second);
    *second = *first;
  }
}

/* Computes the ranges of a pair's symbols after a step, of which the transfer knows the state
 * before. */
static void find_box(struct pairs *pairs, const struct arrival *arrival, const struct pair *pair) {
  pairs->box.ranges.count = 0;
  for (size_t i = 0; i < pair->symbols.count; i++) {
    const struct term *term = said_before(pairs, arrival, pair->symbols.items[i]);
    vector_push(&pairs->box.ranges, term ? box_transfer_range(&pairs->transfer, term)
                                         : cell_range_full(pair->symbols.items[i]->width));
  }
  if (pair->views[0] == pair->views[1])
    make_alike(pair, &pairs->box);
}

static void widen_box(struct pairs *pairs, struct pair *pair, const struct box *before) {
  bool stops = pair->joins < JOINS_BEFORE_GIVING_UP;
  box_widen(&pair->box, before, &pair->symbols, stops ? &pairs->thresholds : NULL);
  if (pair->views[0] == pair->views[1])
    make_alike(pair, &pair->box);
  pairs->has_widened = true;
}

/* Joins the arriving box into that of the pair; true: it has grown. */
static bool grow_box(struct pairs *pairs, const struct arrival *arrival, struct pair *pair,
                     bool is_new) {
  if (!pairs->has_boxes)
    return false;
  if (is_new)
    list_symbols(pairs, pair);
  find_box(pairs, arrival, pair);
  if (is_new) {
    box_copy(&pair->box, &pairs->box);
    return true;
  }
  if (box_includes(&pair->box, &pairs->box))
    return false;
  struct box before = {0};
  box_copy(&before, &pair->box);
  box_join(&pair->box, &pairs->box);
  if (++pair->joins > JOINS_BEFORE_WIDENING)
    widen_box(pairs, pair, &before);
  box_release(&before);
  return true;
}

static void weaken_pair(struct pairs *pairs, const struct arrival *arrival) {
  struct pair *pair = find_known(pairs, arrival->views[0], arrival->views[1]);
  bool is_new = !pair;
  if (is_new) {
    pair = add_pair(pairs, arrival->views[0], arrival->views[1]);
    for (size_t i = 0; i < pairs->candidates->list.count; i++)
      if (applies(pairs, arrival->views, pairs->candidates->list.items[i]))
        vector_push(&pair->holds, pairs->candidates->list.items[i]);
  }
  size_t before = pair->holds.count;
  keep_implied(pairs, arrival, &pair->holds);
  bool grew = grow_box(pairs, arrival, pair, is_new);
  if (is_new || grew || pair->holds.count != before) {
    pair->changes++;
    wait_for_turn(pairs, pair);
  }
}

static void narrow_arrival(struct pairs *pairs, const struct arrival *arrival) {
  struct pair *pair = find_known(pairs, arrival->views[0], arrival->views[1]);
  if (!pair)
    return; /* the final check finds the pair missing */
  find_box(pairs, arrival, pair);
  if (pair->is_found)
    box_join(&pair->smaller, &pairs->box);
  else
    box_copy(&pair->smaller, &pairs->box);
  pair->is_found = true;
}

void pairs_end_for(struct pairs *pairs, enum pairs_end how, const char *reason,
                   struct position at) {
  if (pairs->end != PAIRS_PROVEN)
    return;
  pairs->end = how;
  pairs->reason = reason;
  pairs->at = at;
}

static void check_arrival(struct pairs *pairs, const struct arrival *arrival) {
  const struct pair *pair = pairs_find(pairs, arrival->views[0], arrival->views[1]);
  struct premises known = {0}, goals = {0};
  bool holds = pair != NULL;
  if (pair) {
    if (pairs->has_boxes)
      box_add_facts(&pair->box, pairs->candidates->terms, &pair->symbols, &known);
    vector_append(&known, pair->holds.items, pair->holds.count);
    for (size_t i = 0; i < known.count; i++)
      holds &= add_goals(pairs, arrival, known.items[i], &goals);
    holds = holds && entailment_implies_all(pairs->entailment, arrival->premises, &goals);
  }
  if (!holds)
    pairs_end_for(pairs, PAIRS_WRONG, "a proof for any number of threads did not pass its check",
                  (struct position){0});
  vector_release(&known);
  vector_release(&goals);
}

void pairs_arrive(struct pairs *pairs, struct arrival arrival) {
  if (arrival.views[1] < arrival.views[0])
    arrival = (struct arrival){{arrival.views[1], arrival.views[0]},
                               arrival.premises,
                               arrival.variables,
                               {arrival.sources[1], arrival.sources[0]}};
  pairs->arrivals++;
  switch (pairs->pass) {
  case PASS_GROWS:
    weaken_pair(pairs, &arrival);
    break;
  case PASS_NARROWS:
    narrow_arrival(pairs, &arrival);
    break;
  case PASS_CHECKS:
    check_arrival(pairs, &arrival);
    break;
  }
}

bool pairs_take_smaller(struct pair *pair) {
  bool is_smaller =
      box_includes(&pair->box, &pair->smaller) && !box_includes(&pair->smaller, &pair->box);
  if (pair->is_found && is_smaller)
    box_copy(&pair->box, &pair->smaller);
  pair->is_reached = pair->is_found;
  return !pair->is_found || is_smaller;
}
