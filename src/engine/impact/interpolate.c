/* SPDX-License-Identifier: Apache-2.0 */
/* Computes interpolants backwards along a path. */
#include "engine/impact/interpolate.h"

#include "term/walk.h"

enum { MOST_EQUALITIES = 64 }; /* offered at one node */

void interpolation_init(struct interpolation *interpolation, struct art *tree,
                        struct locations *locations, const struct invariants *invariants,
                        struct deducer *deducer, const struct route *route) {
  *interpolation = (struct interpolation){.tree = tree,
                                          .locations = locations,
                                          .invariants = invariants,
                                          .candidates = invariants->candidates,
                                          .entailment = invariants->entailment,
                                          .deducer = deducer,
                                          .route = route};
  for (size_t i = 0; i < route->moments.count; i++) {
    vector_push(&interpolation->needed, (struct premises){0});
    vector_push(&interpolation->observed, (struct premises){0});
  }
}

void interpolation_release(struct interpolation *interpolation) {
  for (size_t i = 0; i < interpolation->needed.count; i++) {
    vector_release(&interpolation->needed.items[i]);
    vector_release(&interpolation->observed.items[i]);
  }
  vector_release(&interpolation->needed);
  vector_release(&interpolation->observed);
  vector_release(&interpolation->list);
}

static const struct art_node *node_at(const struct interpolation *interpolation, size_t moment) {
  return &interpolation->tree->nodes.items[interpolation->route->moments.items[moment].node];
}

static bool implies(struct interpolation *interpolation, const struct premises *premises,
                    const struct term *formula) {
  const struct term *item = formula;
  struct premises goal = {&item, 1, 1};
  if (term_is_constant(formula))
    return term_is_true(formula) ||
           !entailment_allows(interpolation->entailment, premises, premises);
  return entailment_implies_all(interpolation->entailment, premises, &goal);
}

static bool is_known(struct interpolation *interpolation, const struct art_node *node,
                     const struct term *formula) {
  struct premises known = {0};
  if (premises_have(&node->label, formula))
    return true;
  invariants_add_known(interpolation->invariants, node, &known);
  bool implied = implies(interpolation, &known, formula);
  vector_release(&known);
  return implied;
}

/* The facts of the path before this moment. */
static struct premises facts_until(const struct interpolation *interpolation, size_t moment) {
  const struct route *route = interpolation->route;
  return (struct premises){route->facts.items, route->moments.items[moment].fact_end, 0};
}

bool interpolation_holds(struct interpolation *interpolation, size_t moment,
                         const struct term *formula) {
  const struct term *said = route_say(interpolation->route, moment, formula);
  struct premises facts = facts_until(interpolation, moment);
  return said && implies(interpolation, &facts, said);
}

struct cell_presence {
  const struct cells *cells;
  bool is_missing;
};

static void look_for_input(const struct term *variable, void *context) {
  struct cell_presence *presence = context;
  unsigned role;
  presence->is_missing |= cells_of_variable(presence->cells, variable, &role) == NO_CELL;
}

static bool has_inputs(const struct interpolation *interpolation, const struct term *term) {
  struct cell_presence presence = {interpolation->locations->cells, false};
  value_variables(term, look_for_input, &presence);
  return presence.is_missing;
}

/* The candidates that are true at this moment of the path. */
static const struct premises *find_true_candidates(struct interpolation *interpolation,
                                                   size_t moment) {
  struct premises *observed = &interpolation->observed.items[moment];
  if (observed->count)
    return observed;
  const struct locations *locations = interpolation->locations;
  const struct premises *list = &interpolation->candidates->list;
  struct premises said = {0}, open = {0}, facts = facts_until(interpolation, moment);
  uint32_t location = node_at(interpolation, moment)->location;
  for (size_t i = 0; i < list->count; i++) {
    const struct term *here = location_has_cells_of(locations, location, list->items[i])
                                  ? route_say(interpolation->route, moment, list->items[i])
                                  : NULL;
    if (!here || term_is_false(here))
      continue;
    if (term_is_true(here)) {
      vector_push(observed, list->items[i]);
      continue;
    }
    vector_push(&open, list->items[i]);
    vector_push(&said, here);
  }
  bool *implied = memory_allocate_zeroed(said.count + 1);
  entailment_filter(interpolation->entailment, &facts, &said, implied);
  for (size_t i = 0; i < open.count; i++)
    if (implied[i])
      vector_push(observed, open.items[i]);
  memory_release(implied);
  vector_release(&said);
  vector_release(&open);
  return observed;
}

/* Asks for formulas before an action that imply a goal after it. */
struct interpolant_question {
  struct interpolation *interpolation;
  size_t moment; /* of the action; the formulas are about the moment before it */
  const struct action *action;
  const struct term *goal;  /* in terms of the moment before the action */
  struct premises premises; /* knowledge at that moment, and the conditions of the action */
};

static void add_needed(struct interpolant_question *question, const struct premises *formulas) {
  struct premises *needed = &question->interpolation->needed.items[question->moment - 1];
  for (size_t i = 0; i < formulas->count; i++)
    if (!premises_have(needed, formulas->items[i]))
      vector_push(needed, formulas->items[i]);
}

static bool try_offer(struct interpolant_question *question, const struct premises *offered) {
  struct premises used = {0};
  bool is_enough = offered->count && deduce(question->interpolation->deducer, &question->premises,
                                            offered, question->goal, &used);
  if (is_enough)
    add_needed(question, &used);
  vector_release(&used);
  return is_enough;
}

struct marking {
  const struct cells *cells;
  bool *marks;   /* by cell */
  bool is_other; /* a cell is not marked */
};

static void mark_cell(const struct term *variable, void *context) {
  struct marking *marking = context;
  unsigned role;
  uint32_t cell = cells_of_variable(marking->cells, variable, &role);
  if (cell != NO_CELL)
    marking->marks[cell] = true;
}

static void look_at_mark(const struct term *variable, void *context) {
  struct marking *marking = context;
  unsigned role;
  uint32_t cell = cells_of_variable(marking->cells, variable, &role);
  marking->is_other |= cell == NO_CELL || !marking->marks[cell];
}

static bool is_number(const struct term *part, void *context) {
  (void)context;
  return term_is_constant(part);
}

/* Offers candidates: first those about cells of the goal and of the action only, then all;
 * relations between cells before relations to numbers. */
static bool try_candidates(struct interpolant_question *question) {
  struct interpolation *interpolation = question->interpolation;
  const struct premises *observed = find_true_candidates(interpolation, question->moment - 1);
  const struct cells *cells = interpolation->locations->cells;
  struct marking concerned = {cells, memory_allocate_zeroed(cells->list.count + 1), false};
  struct premises near = {0};
  bool found = false;
  value_variables(question->goal, mark_cell, &concerned);
  for (size_t i = 0; i < question->action->facts.count; i++)
    value_variables(question->action->facts.items[i], mark_cell, &concerned);
  for (int with_numbers = 0; !found && with_numbers < 2; with_numbers++) {
    size_t before = near.count;
    for (size_t i = 0; i < observed->count; i++) {
      concerned.is_other = term_any(observed->items[i], is_number, NULL) != with_numbers;
      value_variables(observed->items[i], look_at_mark, &concerned);
      if (!concerned.is_other)
        vector_push(&near, observed->items[i]);
    }
    found = near.count > before && try_offer(question, &near);
  }
  found = found || (near.count < observed->count && try_offer(question, observed));
  vector_release(&near);
  memory_release(concerned.marks);
  return found;
}

static const struct term *under(struct terms *terms, const struct premises *facts,
                                const struct term *goal) {
  for (size_t i = 0; i < facts->count; i++)
    goal = term_apply(terms, OP_OR, term_apply(terms, OP_NOT, facts->items[i], NULL, NULL), goal,
                      NULL);
  return goal;
}

/* Takes the precondition: the action is impossible, or makes the goal true. It mentions only facts
 * that are necessary on this path. */
static bool try_precondition(struct interpolant_question *question) {
  struct interpolation *interpolation = question->interpolation;
  struct terms *terms = interpolation->candidates->terms;
  size_t before = question->moment - 1;
  struct premises facts = {0};
  bool found = !has_inputs(interpolation, question->goal);
  for (size_t i = 0; found && i < question->action->facts.count; i++)
    if (!has_inputs(interpolation, question->action->facts.items[i]))
      vector_push(&facts, question->action->facts.items[i]);
  found = found && interpolation_holds(interpolation, before, under(terms, &facts, question->goal));
  for (size_t i = facts.count; found && i-- > 0;) {
    const struct term *fact = facts.items[i];
    facts.items[i] = facts.items[facts.count - 1];
    facts.count--;
    if (!interpolation_holds(interpolation, before, under(terms, &facts, question->goal)))
      vector_push(&facts, fact);
  }
  const struct term *formula = found ? under(terms, &facts, question->goal) : NULL;
  found = found && !cells_is_long(formula);
  if (found) {
    facts.count = 0;
    vector_push(&facts, formula);
    add_needed(question, &facts);
  }
  vector_release(&facts);
  return found;
}

static void add_equality(struct terms *terms, struct premises *list, const struct term *a,
                         const struct term *b) {
  if (list->count < MOST_EQUALITIES)
    vector_push(list, term_apply(terms, OP_EQ, a, b, NULL));
}

/* Offers the values of the cells on this path: numbers, or equality to other cells. */
static bool try_equalities(struct interpolant_question *question) {
  struct interpolation *interpolation = question->interpolation;
  struct terms *terms = interpolation->candidates->terms;
  const struct cell *cells = interpolation->locations->cells->list.items;
  size_t moment = question->moment - 1;
  const struct term **holds = interpolation->route->moments.items[moment].cells;
  const struct standpoint *location =
      &interpolation->locations->list.items[node_at(interpolation, moment)->location];
  struct premises equalities = {0};
  for (size_t i = 0; i < location->cells.count; i++) {
    uint32_t a = location->cells.items[i];
    if (term_is_constant(holds[a]))
      add_equality(terms, &equalities, cells[a].symbols[0], holds[a]);
    for (size_t j = 0; !term_is_constant(holds[a]) && j < i; j++) {
      uint32_t b = location->cells.items[j];
      if (holds[a] == holds[b])
        add_equality(terms, &equalities, cells[a].symbols[0], cells[b].symbols[0]);
    }
  }
  bool found = try_offer(question, &equalities);
  vector_release(&equalities);
  return found;
}

/* Is the start of the path a node, whose label must not change? */
static bool begins_at_node(const struct interpolation *interpolation) {
  return !interpolation->route->moments.items[0].action;
}

/* Finds what must be true before an action so that the goal is true after it. The goal is in terms
 * of the moment before the action. */
static bool find_interpolant(struct interpolation *interpolation, size_t moment,
                             const struct term *goal) {
  struct interpolant_question question = {
      interpolation, moment, interpolation->route->moments.items[moment].action, goal, {0}};
  const struct premises *facts = &question.action->facts;
  vector_append(&question.premises, facts->items, facts->count);
  if (moment)
    invariants_add_known(interpolation->invariants, node_at(interpolation, moment - 1),
                         &question.premises);
  bool found =
      implies(interpolation, &question.premises, goal) ||
      (moment > begins_at_node(interpolation) &&
       (try_candidates(&question) || try_precondition(&question) || try_equalities(&question)));
  vector_release(&question.premises);
  return found;
}

/* Goes back from a moment to the start of the path. */
static bool interpolate_back(struct interpolation *interpolation, size_t moment) {
  for (size_t i = moment + 1; i-- > begins_at_node(interpolation);) {
    const struct art_node *node = node_at(interpolation, i);
    for (size_t j = 0; j < interpolation->needed.items[i].count; j++) {
      const struct term *formula = interpolation->needed.items[i].items[j];
      if (is_known(interpolation, node, formula))
        continue;
      vector_push(&interpolation->list,
                  (struct strengthening){interpolation->route->moments.items[i].node, formula});
      if (!find_interpolant(
              interpolation, i,
              action_said_before(interpolation->locations->cells, node->action, formula)))
        return false;
    }
  }
  return true;
}

/* The first moment that cannot be reached. */
static size_t find_impossible(struct interpolation *interpolation) {
  size_t from = 0, to = interpolation->route->moments.count - 1;
  const struct term *never = term_constant(interpolation->candidates->terms, 1, 0);
  while (from < to) {
    size_t middle = (from + to) / 2;
    struct premises facts = facts_until(interpolation, middle);
    if (implies(interpolation, &facts, never))
      to = middle;
    else
      from = middle + 1;
  }
  return from;
}

bool interpolation_refute(struct interpolation *interpolation) {
  size_t impossible = find_impossible(interpolation);
  const struct term *never = term_constant(interpolation->candidates->terms, 1, 0);
  if (interpolation->route->moments.items[impossible].node != NO_NODE) {
    vector_push(&interpolation->needed.items[impossible], never);
    return interpolate_back(interpolation, impossible);
  }
  return find_interpolant(interpolation, impossible, never) &&
         (!impossible || interpolate_back(interpolation, impossible - 1));
}

bool interpolation_show(struct interpolation *interpolation, const struct term *formula) {
  size_t last = interpolation->route->moments.count - 1;
  vector_push(&interpolation->needed.items[last], formula);
  return interpolate_back(interpolation, last);
}

/* Checks that the nodes covered by this node imply the new part of its label. */
static void check_covered(struct interpolation *interpolation, uint32_t number,
                          const struct term *formula) {
  struct art *tree = interpolation->tree;
  for (size_t i = tree->nodes.items[number].covered.count; i-- > 0;) {
    uint32_t covered = tree->nodes.items[number].covered.items[i];
    if (!is_known(interpolation, &tree->nodes.items[covered], formula))
      art_uncover(tree, covered);
  }
}

uint64_t interpolation_apply(struct interpolation *interpolation) {
  uint64_t added = 0;
  for (size_t i = 0; i < interpolation->list.count; i++) {
    struct strengthening strengthening = interpolation->list.items[i];
    struct premises *label = &interpolation->tree->nodes.items[strengthening.node].label;
    if (premises_have(label, strengthening.formula))
      continue;
    vector_push(label, strengthening.formula);
    added++;
    if (term_is_false(strengthening.formula))
      art_kill(interpolation->tree, strengthening.node);
    check_covered(interpolation, strengthening.node, strengthening.formula);
  }
  return added;
}
