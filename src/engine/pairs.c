/* SPDX-License-Identifier: Apache-2.0 */
/* The fixed point over pairs of views. Every pass goes through the same steps: one lets what is
 * known of pairs grow, one narrows their boxes, and one checks that nothing leads out of them. */
#include "engine/pairs.h"

#include <assert.h>
#include <string.h>

enum {
  JOINS_BEFORE_WIDENING = 4,
  JOINS_BEFORE_GIVING_UP = 40, /* thresholds: then a range grows to all numbers */
  MOST_NARROWINGS = 4,
};

/* Where the symbols of a role get their value from in an arrival. */
struct pair_source {
  const struct cell_bounds *bounds; /* what a step left; NULL: nothing happened to them, */
  unsigned role;                    /* they have this role before it */
};

/* Two threads come to have these views. */
struct arrival {
  uint32_t views[2];
  const struct premises *premises; /* what is known at that moment, of the time before the step */
  const struct cell_bounds *variables;
  struct pair_source sources[2];
};

static const unsigned exchange[ROLES] = {1, 0, 2};

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

static struct pair *find_known(const struct pairs *pairs, uint32_t a, uint32_t b) {
  uint64_t number;
  uint64_t key = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
  return map_get(&pairs->index, key, &number) ? &pairs->list.items[number] : NULL;
}

static struct pair *find_pair(const struct pairs *pairs, uint32_t a, uint32_t b) {
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

static const struct term *find_bound(const struct cell_bounds *bounds, uint32_t cell) {
  for (size_t i = 0; i < bounds->count; i++)
    if (bounds->items[i].cell == cell)
      return bounds->items[i].term;
  return NULL;
}

static const struct term *value_of_symbol(const struct pairs *pairs, const struct arrival *arrival,
                                          const struct term *symbol) {
  const struct cells *cells = pairs->views->cells;
  unsigned role;
  uint32_t cell = cells_of_variable(cells, symbol, &role);
  assert(cell != NO_CELL && role < 2);
  if (cells->list.items[cell].kind == CELL_VARIABLE)
    return find_bound(arrival->variables, cell);
  const struct pair_source *source = &arrival->sources[role];
  return source->bounds ? find_bound(source->bounds, cell)
                        : cells->list.items[cell].symbols[source->role];
}

/* A candidate about the time after the step, said of the time before it. */
static const struct term *said_before(const struct pairs *pairs, const struct arrival *arrival,
                                      const struct term *term) {
  if (term->kind == TERM_CONSTANT)
    return term;
  if (term->kind == TERM_VARIABLE)
    return value_of_symbol(pairs, arrival, term);
  const struct term *operands[3] = {NULL, NULL, NULL};
  for (unsigned i = 0; i < term->arity; i++) {
    operands[i] = said_before(pairs, arrival, term->operands[i]);
    if (!operands[i])
      return NULL;
  }
  return term_rebuild(pairs->candidates->terms, term, operands);
}

static bool has_local(const struct view *view, uint32_t cell) {
  for (size_t i = 0; i < view->locals.count; i++)
    if (view->locals.items[i] == cell)
      return true;
  return false;
}

/* Are all symbols of a term there in the two views? */
static bool applies(const struct pairs *pairs, const uint32_t views[2], const struct term *term) {
  if (term->kind == TERM_VARIABLE) {
    unsigned role;
    uint32_t cell = cells_of_variable(pairs->views->cells, term, &role);
    return pairs->views->cells->list.items[cell].kind == CELL_VARIABLE ||
           (views[role] != NO_VIEW && has_local(&pairs->views->list.items[views[role]], cell));
  }
  bool all = true;
  for (unsigned i = 0; all && term->kind == TERM_APPLY && i < term->arity; i++)
    all = applies(pairs, views, term->operands[i]);
  return all;
}

/* Adds what has to be shown for a candidate to hold after the step; false: it cannot be said. If
 * both threads have the same view, either may be the first. */
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

/* Those of the candidates that hold on arrival. */
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

/* The symbols that a pair has a box for. */
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

/* If both threads have the same view, either may be the first. */
static void make_alike(const struct pair *pair, struct box *box) {
  size_t locals = (pair->symbols.count - pair->variable_count) / 2;
  for (size_t i = 0; i < locals; i++) {
    struct cell_range *first = &box->ranges.items[pair->variable_count + i];
    struct cell_range *second = first + locals;
    cell_range_join(first, second);
    *second = *first;
  }
}

/* What the symbols of a pair are after a step, of which the transfer knows what was before it. */
static void find_box(struct pairs *pairs, const struct arrival *arrival, const struct pair *pair) {
  pairs->box.ranges.count = 0;
  for (size_t i = 0; i < pair->symbols.count; i++) {
    const struct term *term = value_of_symbol(pairs, arrival, pair->symbols.items[i]);
    vector_push(&pairs->box.ranges, term ? box_transfer_range(&pairs->transfer, term)
                                         : cell_range_full(pair->symbols.items[i]->width));
  }
  if (pair->views[0] == pair->views[1])
    make_alike(pair, &pairs->box);
}

static void widen(struct pairs *pairs, struct pair *pair, const struct box *before) {
  bool stops = pairs->uses_thresholds && pair->joins < JOINS_BEFORE_GIVING_UP;
  box_widen(&pair->box, before, &pair->symbols, stops ? &pairs->thresholds : NULL);
  if (pair->views[0] == pair->views[1])
    make_alike(pair, &pair->box);
  pairs->has_widened = true;
}

/* The box of the pair gets to include what arrives; does it grow? */
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
    widen(pairs, pair, &before);
  box_release(&before);
  return true;
}

static void grow(struct pairs *pairs, const struct arrival *arrival) {
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
    return; /* the check will tell */
  find_box(pairs, arrival, pair);
  if (pair->is_found)
    box_join(&pair->smaller, &pairs->box);
  else
    box_copy(&pair->smaller, &pairs->box);
  pair->is_found = true;
}

static void end(struct pairs *pairs, enum pairs_end how, const char *reason, struct position at) {
  if (pairs->end != PAIRS_PROVEN)
    return;
  pairs->end = how;
  pairs->reason = reason;
  pairs->at = at;
}

static void check_arrival(struct pairs *pairs, const struct arrival *arrival) {
  const struct pair *pair = find_pair(pairs, arrival->views[0], arrival->views[1]);
  struct premises known = {0}, goals = {0};
  bool holds = pair != NULL;
  if (pair) {
    if (pairs->has_boxes)
      box_add_facts(&pair->box, pairs->candidates->terms, &pair->symbols, &known);
    for (size_t i = 0; i < pair->holds.count; i++)
      vector_push(&known, pair->holds.items[i]);
    for (size_t i = 0; i < known.count; i++)
      holds &= add_goals(pairs, arrival, known.items[i], &goals);
    holds = holds && entailment_implies_all(pairs->entailment, arrival->premises, &goals);
  }
  if (!holds)
    end(pairs, PAIRS_WRONG, "a proof for any number of threads did not pass its check",
        (struct position){0});
  vector_release(&known);
  vector_release(&goals);
}

static void arrive(struct pairs *pairs, struct arrival arrival) {
  if (arrival.views[1] < arrival.views[0])
    arrival = (struct arrival){{arrival.views[1], arrival.views[0]},
                               arrival.premises,
                               arrival.variables,
                               {arrival.sources[1], arrival.sources[0]}};
  pairs->arrivals++;
  switch (pairs->pass) {
  case PASS_GROWS:
    grow(pairs, &arrival);
    break;
  case PASS_NARROWS:
    narrow_arrival(pairs, &arrival);
    break;
  case PASS_CHECKS:
    check_arrival(pairs, &arrival);
    break;
  }
}

/* Adds what the boxes of a pair say, and tells the transfer. */
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

/* Adds what holds of two views, the first of which has role `a` and the second role `b`. */
static void add_premises(struct pairs *pairs, struct premises *premises, uint32_t first, unsigned a,
                         uint32_t second, unsigned b) {
  const struct pair *pair = find_pair(pairs, first, second);
  bool is_first = pair->views[0] == first;
  unsigned cast[ROLES] = {is_first ? a : b, is_first ? b : a, 0};
  for (size_t i = 0; i < pair->holds.count; i++)
    vector_push(premises, candidates_recast(pairs->views->cells, pairs->candidates->terms,
                                            pair->holds.items[i], cast));
  if (pairs->has_boxes)
    add_box(pairs, premises, pair, cast);
}

/* Adds what the step takes; false: it is not possible then. */
static bool add_facts(struct pairs *pairs, struct premises *premises,
                      const struct view_step *step) {
  struct premises facts = {0};
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
    arrive(pairs,
           (struct arrival){{step->to, changed}, premises, &step->variables, {mover, other}});
  if (step->child == NO_VIEW)
    return;
  arrive(pairs,
         (struct arrival){{step->to, step->child}, premises, &step->variables, {mover, child}});
  if (partner != NO_VIEW)
    arrive(pairs,
           (struct arrival){{changed, step->child}, premises, &step->variables, {other, child}});
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
      end(pairs, PAIRS_REACHED, step->reason, step->at);
    break;
  }
}

static void note_constants(struct pairs *pairs, const struct cell_bounds *bounds) {
  for (size_t i = 0; i < bounds->count; i++)
    thresholds_add(&pairs->thresholds, bounds->items[i].term);
}

static void note_thresholds(struct pairs *pairs, const struct steps *steps) {
  for (size_t i = 0; pairs->uses_thresholds && i < steps->count; i++) {
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
    end(pairs, PAIRS_TOO_MANY, "a step with too many outcomes", (struct position){0});
  if (!was_known)
    note_thresholds(pairs, &pairs->views->list.items[view].steps);
  return pairs->views->list.items[view].steps;
}

/* Steps of one of the two threads. */
static void move(struct pairs *pairs, uint32_t mover, uint32_t partner) {
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

/* Has nothing changed since the three views were last looked at? What they led to was weakened
 * enough then, and has only become weaker. */
static bool is_settled(struct pairs *pairs, uint32_t mover, uint32_t a, uint32_t b) {
  uint32_t views[3] = {mover, a < b ? a : b, a < b ? b : a};
  bool is_new;
  struct triple now = {{find_pair(pairs, mover, views[1])->changes,
                        find_pair(pairs, mover, views[2])->changes,
                        find_pair(pairs, a, b)->changes}};
  uint32_t number = interner_add(pairs->triples, views, sizeof views, &is_new);
  if (is_new)
    vector_push(&pairs->met, (struct triple){0});
  struct triple *before = &pairs->met.items[number];
  bool same = memcmp(before, &now, sizeof now) == 0;
  *before = now;
  return same;
}

/* Steps of a third thread, which change the variables. */
static void interfere(struct pairs *pairs, uint32_t mover, uint32_t a, uint32_t b) {
  struct steps steps = steps_of(pairs, mover);
  struct premises premises = {0};
  if (!pairs->views->list.items[mover].interferes ||
      (pairs->pass == PASS_GROWS && is_settled(pairs, mover, a, b)))
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
    arrive(pairs,
           (struct arrival){
               {changed[0], changed[1]}, &premises, &step->variables, {{NULL, 1}, {NULL, 2}}});
  }
  vector_release(&premises);
}

static void expand(struct pairs *pairs, uint32_t number) {
  uint32_t a = pairs->list.items[number].views[0], b = pairs->list.items[number].views[1];
  pairs->list.items[number].is_waiting = false;
  move(pairs, a, b);
  if (b == NO_VIEW)
    return;
  if (a != b)
    move(pairs, b, a);
  for (size_t i = 0; i < pairs->partners.items[a].count && pairs->end == PAIRS_PROVEN &&
                     !limits_are_over(pairs->limits);
       i++) {
    uint32_t c = pairs->partners.items[a].items[i];
    if (!find_pair(pairs, b, c))
      continue;
    interfere(pairs, c, a, b);
    if (pairs->pass != PASS_GROWS)
      continue; /* the other two have their turn with their pairs */
    interfere(pairs, a, b, c);
    if (a != b)
      interfere(pairs, b, a, c);
  }
}

/* Is a limit reached? */
static bool is_over(struct pairs *pairs) {
  const char *reason = pairs->views->symbolic.explorer.limit;
  if (!reason)
    limits_check(pairs->limits, &reason);
  if (reason)
    pairs->reason = reason;
  return reason != NULL;
}

static void begin(struct pairs *pairs) {
  struct premises premises = {0};
  for (size_t i = 0; i < pairs->views->starts.count; i++) {
    const struct view_step *start = &pairs->views->starts.items[i];
    premises.count = 0;
    box_transfer_begin(&pairs->transfer, &start->facts);
    if (add_facts(pairs, &premises, start))
      take_step(pairs, start, NO_VIEW, &premises);
  }
  vector_release(&premises);
}

/* Once through all steps of what was reached. */
static void go_through(struct pairs *pairs, enum pairs_pass pass) {
  pairs->pass = pass;
  begin(pairs);
  for (uint32_t i = 0; i < pairs->list.count && pairs->end == PAIRS_PROVEN && !is_over(pairs); i++)
    if (pairs->list.items[i].is_reached)
      expand(pairs, i);
}

/* Takes over what was found without widening; does it change anything? */
static bool take_smaller(struct pair *pair) {
  bool is_smaller =
      box_includes(&pair->box, &pair->smaller) && !box_includes(&pair->smaller, &pair->box);
  if (pair->is_found && is_smaller)
    box_copy(&pair->box, &pair->smaller);
  pair->is_reached = pair->is_found;
  return !pair->is_found || is_smaller;
}

static void narrow(struct pairs *pairs) {
  bool changes = true;
  for (unsigned i = 0; changes && i < MOST_NARROWINGS; i++) {
    for (size_t j = 0; j < pairs->list.count; j++)
      pairs->list.items[j].is_found = false;
    go_through(pairs, PASS_NARROWS);
    changes = false;
    for (size_t j = 0; j < pairs->list.count && !is_over(pairs); j++)
      if (pairs->list.items[j].is_reached)
        changes |= take_smaller(&pairs->list.items[j]);
  }
}

/* With an entailment of its own. */
static void check(struct pairs *pairs) {
  struct entailment entailment, *used = pairs->entailment;
  entailment_init(&entailment, pairs->candidates->terms, used->session.backend, pairs->limits);
  pairs->entailment = &entailment;
  go_through(pairs, PASS_CHECKS);
  pairs->entailment = used;
  entailment_release(&entailment);
}

enum pairs_end pairs_run(struct pairs *pairs) {
  pairs->triples = interner_create();
  box_transfer_init(&pairs->transfer, pairs->candidates->terms);
  if (!views_start(pairs->views))
    end(pairs, PAIRS_TOO_MANY, "a beginning with too many outcomes", (struct position){0});
  note_thresholds(pairs, &pairs->views->starts);
  begin(pairs);
  while (!is_over(pairs) && pairs->end == PAIRS_PROVEN && pairs->next < pairs->waiting.count) {
    expand(pairs, pairs->waiting.items[pairs->next++]);
    if (pairs->views->cells->grew)
      return PAIRS_GREW;
  }
  if (pairs->has_widened && pairs->end == PAIRS_PROVEN)
    narrow(pairs);
  if (pairs->checks && pairs->end == PAIRS_PROVEN)
    check(pairs);
  if (is_over(pairs))
    return PAIRS_LIMIT;
  return pairs->views->cells->grew ? PAIRS_GREW : pairs->end;
}
