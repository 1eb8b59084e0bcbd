/* SPDX-License-Identifier: Apache-2.0 */
/* The fixed point over pairs of views. */
#include "engine/pairs.h"

#include <assert.h>
#include <string.h>

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
  for (size_t i = 0; i < pairs->list.count; i++)
    vector_release(&pairs->list.items[i].holds);
  for (size_t i = 0; i < pairs->partners.count; i++)
    vector_release(&pairs->partners.items[i]);
  vector_release(&pairs->list);
  vector_release(&pairs->partners);
  vector_release(&pairs->waiting);
  map_release(&pairs->index);
  vector_release(&pairs->met);
  interner_destroy(pairs->triples);
}

static struct pair *find_pair(const struct pairs *pairs, uint32_t a, uint32_t b) {
  uint64_t number;
  uint64_t key = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
  return map_get(&pairs->index, key, &number) ? &pairs->list.items[number] : NULL;
}

static void add_partner(struct pairs *pairs, uint32_t view, uint32_t partner) {
  while (pairs->partners.count <= view)
    vector_push(&pairs->partners, (struct partners){0});
  vector_push(&pairs->partners.items[view], partner);
}

static struct pair *add_pair(struct pairs *pairs, uint32_t a, uint32_t b) {
  struct pair pair = {.views = {a, b}};
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

static void arrive(struct pairs *pairs, struct arrival arrival) {
  if (arrival.views[1] < arrival.views[0])
    arrival = (struct arrival){{arrival.views[1], arrival.views[0]},
                               arrival.premises,
                               arrival.variables,
                               {arrival.sources[1], arrival.sources[0]}};
  struct pair *pair = find_pair(pairs, arrival.views[0], arrival.views[1]);
  bool is_new = !pair;
  pairs->arrivals++;
  if (is_new) {
    pair = add_pair(pairs, arrival.views[0], arrival.views[1]);
    for (size_t i = 0; i < pairs->candidates->list.count; i++)
      if (applies(pairs, arrival.views, pairs->candidates->list.items[i]))
        vector_push(&pair->holds, pairs->candidates->list.items[i]);
  }
  size_t before = pair->holds.count;
  keep_implied(pairs, &arrival, &pair->holds);
  if (is_new || pair->holds.count != before) {
    pair->changes++;
    wait_for_turn(pairs, pair);
  }
}

/* Adds what holds of two views, the first of which has role `a` and the second role `b`. */
static void add_premises(const struct pairs *pairs, struct premises *premises, uint32_t first,
                         unsigned a, uint32_t second, unsigned b) {
  const struct pair *pair = find_pair(pairs, first, second);
  bool is_first = pair->views[0] == first;
  unsigned cast[ROLES] = {is_first ? a : b, is_first ? b : a, 0};
  for (size_t i = 0; i < pair->holds.count; i++)
    vector_push(premises, candidates_recast(pairs->views->cells, pairs->candidates->terms,
                                            pair->holds.items[i], cast));
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

static void end(struct pairs *pairs, enum pairs_end how, const char *reason, struct position at) {
  if (pairs->end != PAIRS_PROVEN)
    return;
  pairs->end = how;
  pairs->reason = reason;
  pairs->at = at;
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
    end(pairs, PAIRS_REACHED, NULL, step->at);
    break;
  case OUTCOME_UNSUPPORTED:
  case OUTCOME_LIMIT:
    end(pairs, PAIRS_REACHED, step->reason, step->at);
    break;
  }
}

static struct steps steps_of(struct pairs *pairs, uint32_t view) {
  if (!views_step(pairs->views, view))
    end(pairs, PAIRS_TOO_MANY, "a step with too many outcomes", (struct position){0});
  return pairs->views->list.items[view].steps;
}

/* Steps of one of the two threads. */
static void move(struct pairs *pairs, uint32_t mover, uint32_t partner) {
  struct steps steps = steps_of(pairs, mover);
  struct premises premises = {0};
  for (size_t i = 0; i < steps.count && pairs->end == PAIRS_PROVEN; i++) {
    premises.count = 0;
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
  if (!pairs->views->list.items[mover].interferes || is_settled(pairs, mover, a, b))
    return;
  for (size_t i = 0; i < steps.count && pairs->end == PAIRS_PROVEN; i++) {
    const struct view_step *step = &steps.items[i];
    if (step->outcome != OUTCOME_STEPPED || !step->changes_variables)
      continue;
    premises.count = 0;
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
  if (!views_start(pairs->views))
    end(pairs, PAIRS_TOO_MANY, "a beginning with too many outcomes", (struct position){0});
  for (size_t i = 0; i < pairs->views->starts.count; i++) {
    const struct view_step *start = &pairs->views->starts.items[i];
    premises.count = 0;
    if (add_facts(pairs, &premises, start))
      take_step(pairs, start, NO_VIEW, &premises);
  }
  vector_release(&premises);
}

enum pairs_end pairs_run(struct pairs *pairs) {
  pairs->triples = interner_create();
  begin(pairs);
  while (!is_over(pairs) && pairs->end == PAIRS_PROVEN && pairs->next < pairs->waiting.count) {
    expand(pairs, pairs->waiting.items[pairs->next++]);
    if (pairs->views->cells->grew)
      return PAIRS_GREW;
  }
  if (is_over(pairs))
    return PAIRS_LIMIT;
  return pairs->views->cells->grew ? PAIRS_GREW : pairs->end;
}
