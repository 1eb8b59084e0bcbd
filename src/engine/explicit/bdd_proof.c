/* SPDX-License-Identifier: Apache-2.0 */
/* Checking a proof by diagrams without diagrams: the sets become terms, and a solver of its own is
 * asked whether some data state of a set leads out of the sets, or fails. */
#include "engine/explicit/bdd.h"

#include "term/term.h"

struct bdd_check {
  struct bdd_search *in;
  struct terms *terms;
  struct session session;
  VECTOR(diagram) sets; /* by location: all data states */
  const struct action *action;
  VECTOR(const struct term *) goals; /* that hold of the state that is asked for */
  struct map made;                   /* terms of parts of the set that is asked for */
  bool holds;
};

/* A bit of a cell as it is behind the action, said of the time before it; without an action as it
 * is. NULL: the variable is none of a cell before a step. */
static const struct term *bit_of(struct bdd_check *check, unsigned variable) {
  const struct bit_order *order = &check->in->sets.order;
  struct bit_place place = order->of_variable.items[variable];
  const struct bit_word *word = &order->words.items[place.word];
  if (word->cell == NO_CELL || word->before[place.bit] != variable)
    return NULL;
  const struct term *bound = check->action ? action_bound(check->action, word->cell) : NULL;
  return term_extract(check->terms, place.bit, 1, bound ? bound : word->symbol);
}

/* As deep as there are variables. */
static const struct term *term_of(struct bdd_check *check, diagram set) {
  uint64_t made;
  if (set == DIAGRAM_NONE || set == DIAGRAM_ALL)
    return term_constant(check->terms, 1, set == DIAGRAM_ALL);
  if (map_get(&check->made, (uint64_t)set, &made))
    return (const struct term *)(uintptr_t)made;
  const struct term *bit = bit_of(check, diagram_root(set));
  const struct term *high = term_of(check, diagram_branch(set, true));
  const struct term *low = term_of(check, diagram_branch(set, false));
  check->holds &= bit != NULL;
  const struct term *term = bit ? term_apply(check->terms, OP_ITE, bit, high, low) : low;
  map_set(&check->made, (uint64_t)set, (uintptr_t)term);
  return term;
}

static const struct term *set_as_term(struct bdd_check *check, diagram set,
                                      const struct action *action) {
  map_release(&check->made);
  check->made = (struct map){0};
  check->action = action;
  return term_of(check, set);
}

static diagram *set_at(struct bdd_check *check, uint32_t location) {
  while (check->sets.count <= location)
    vector_push(&check->sets, DIAGRAM_NONE);
  return &check->sets.items[location];
}

/* That the action is not possible, or leads into the sets. */
static void add_goal(struct bdd_check *check, const struct action *action) {
  if (action->outcome == OUTCOME_EXITED || action->outcome == OUTCOME_PRUNED)
    return;
  const struct term *goal = action->outcome == OUTCOME_STEPPED
                                ? set_as_term(check, *set_at(check, action->to), action)
                                : term_constant(check->terms, 1, 0);
  for (size_t i = 0; i < action->facts.count; i++)
    goal = term_apply(check->terms, OP_OR, goal,
                      term_apply(check->terms, OP_NOT, action->facts.items[i], NULL, NULL), NULL);
  vector_push(&check->goals, goal);
}

/* Do the goals hold in all data states of the set? */
static void ask(struct bdd_check *check, diagram set) {
  bool is_refuted = true;
  if (!check->goals.count || !check->holds)
    return;
  const struct term *premise = set_as_term(check, set, NULL);
  session_ask(&check->session);
  session_assume(&check->session, &premise, 1);
  session_assume_some_false(&check->session, check->goals.items, check->goals.count);
  check->holds &= session_check(&check->session, &is_refuted) == STATUS_OK && !is_refuted;
}

static void check_location(struct bdd_check *check, uint32_t location) {
  const struct standpoint *place = &check->in->locations.list.items[location];
  diagram set = *set_at(check, location);
  check->goals.count = 0;
  if (set == DIAGRAM_NONE)
    return;
  check->holds &= place->is_known;
  for (size_t i = 0; i < place->stands.count; i++)
    for (size_t j = 0; j < place->stands.items[i].actions.count; j++)
      add_goal(check, &place->stands.items[i].actions.items[j]);
  ask(check, set);
}

bool bdd_is_proof_right(struct bdd_search *in) {
  enum { MOST_VARIABLES = 200 * 1000 };
  struct bdd_check check = {.in = in, .terms = in->cells.context.terms, .holds = true};
  session_init(&check.session, in->task->solver ? in->task->solver : "sat", &in->task->limits,
               MOST_VARIABLES);
  for (size_t i = 0; i < in->states.count; i++) {
    diagram *set = set_at(&check, in->states.items[i].location);
    diagram_replace(set, diagram_or(in->sets.diagrams, *set, in->states.items[i].set));
  }
  for (size_t i = 0; i < in->locations.starts.count; i++)
    add_goal(&check, &in->locations.starts.items[i]);
  ask(&check, DIAGRAM_ALL);
  for (uint32_t i = 0; i < in->locations.list.count && check.holds; i++)
    check_location(&check, i);
  for (size_t i = 0; i < check.sets.count; i++)
    diagram_release(check.sets.items[i]);
  vector_release(&check.sets);
  vector_release(&check.goals);
  map_release(&check.made);
  session_release(&check.session);
  return check.holds;
}
