/* SPDX-License-Identifier: Apache-2.0 */
/* Checks a proof by diagrams. A solver, which gets the diagrams as terms, checks that each
 * relation includes all effects of its actions, and that each set of failing data states includes
 * all states in which its action may fail. Then intersections of whole sets show that no relation
 * leads out of the sets, and no set contains a failing data state. The search computed images of
 * parts instead.
 *
 * All of this is checked for the actions of the search, and again for actions that are executed
 * without a cache (abstract/location_check.h). So neither the action cache nor the reasons to skip
 * threads have to be trusted. For proofs with very many locations, the second part covers an
 * evenly spread sample. */
#include "engine/explicit/bdd.h"

#include "abstract/location_check.h"
#include "base/hash.h"
#include "term/term.h"

enum { MOST_ANEW = 4096 }; /* roughly the number of locations whose actions are executed again */

struct bdd_check {
  struct bdd_search *in;
  struct terms *terms;
  struct session session;
  VECTOR(diagram) sets;              /* by location: all data states */
  VECTOR(const struct term *) after; /* by word: the value of the cell after a step */
  VECTOR(const struct term *) goals; /* scratch */
  struct map made;                   /* terms of parts of the present diagram */
  struct map asked;                  /* hashes of the facts of failing actions that were checked */
  size_t checked;                    /* number of relations */
  VECTOR(struct stands) kept;        /* with actions to which relations refer */
  bool holds;
};

/* The term of a variable of diagrams: a bit of a cell before or after a step, or of an input. */
static const struct term *bit_of(struct bdd_check *check, unsigned variable) {
  const struct bit_order *order = &check->in->sets.order;
  struct bit_place place = order->of_variable.items[variable];
  const struct bit_word *word = &order->words.items[place.word];
  return term_extract(check->terms, place.bit, 1,
                      word->before[place.bit] == variable ? word->symbol
                                                          : check->after.items[place.word]);
}

/* The term of a diagram; the recursion is as deep as the number of variables. */
static const struct term *term_of(struct bdd_check *check, diagram set) {
  uint64_t made;
  if (set == DIAGRAM_NONE || set == DIAGRAM_ALL)
    return term_constant(check->terms, 1, set == DIAGRAM_ALL);
  if (map_get(&check->made, (uint64_t)set, &made))
    return (const struct term *)(uintptr_t)made;
  const struct term *high = term_of(check, diagram_branch(set, true));
  const struct term *low = term_of(check, diagram_branch(set, false));
  const struct term *term =
      term_apply(check->terms, OP_ITE, bit_of(check, diagram_root(set)), high, low);
  map_set(&check->made, (uint64_t)set, (uintptr_t)term);
  return term;
}

static const struct term *negation(struct bdd_check *check, const struct term *term) {
  return term_apply(check->terms, OP_NOT, term, NULL, NULL);
}

static const struct term *facts_of(struct bdd_check *check, const struct action *action) {
  const struct term *all = term_constant(check->terms, 1, 1);
  for (size_t i = 0; i < action->facts.count; i++)
    all = term_apply(check->terms, OP_AND, all, action->facts.items[i], NULL);
  return all;
}

/* Checks that the diagram includes every row in which some goal is false. */
static void check_covers_failures(struct bdd_check *check, diagram set) {
  bool is_refuted = true;
  map_release(&check->made);
  check->made = (struct map){0};
  const struct term *outside = negation(check, term_of(check, set));
  session_ask(&check->session);
  session_assume(&check->session, &outside, 1);
  session_assume_some_false(&check->session, check->goals.items, check->goals.count);
  check->holds &= session_check(&check->session, &is_refuted) == STATUS_OK && !is_refuted;
}

static void check_relation(struct bdd_check *check, const struct action_relation *relation) {
  struct data_sets *sets = &check->in->sets;
  check->goals.count = 0;
  for (size_t i = 0; i < relation->actions.count; i++) {
    const struct action *action = relation->actions.items[i];
    const struct term *does = facts_of(check, action);
    for (size_t j = 0; j < relation->changed.count; j++) {
      uint32_t cell = relation->changed.items[j];
      const struct term *symbol = sets->cells->list.items[cell].symbols[0];
      const struct term *bound = action_bound(action, cell);
      uint32_t word = sets->order.of_symbol.items[symbol->value] - 1;
      does = term_apply(
          check->terms, OP_AND, does,
          term_apply(check->terms, OP_EQ, check->after.items[word], bound ? bound : symbol, NULL),
          NULL);
    }
    vector_push(&check->goals, negation(check, does));
  }
  if (relation->actions.count)
    check_covers_failures(check, relation->holds);
}

/* Checks that a failing action is not possible. */
static void check_failing(struct bdd_check *check, const struct action *action, diagram set) {
  struct data_sets *sets = &check->in->sets;
  diagram possible = data_sets_possible(sets, action, DIAGRAM_ALL);
  diagram both = diagram_and(sets->diagrams, set, possible);
  check->holds &= both == DIAGRAM_NONE;
  uint64_t key = action->facts.count;
  for (size_t i = 0; i < action->facts.count; i++)
    key = hash_combine(key, action->facts.items[i]->id);
  if (!map_get(&check->asked, key, NULL)) {
    map_set(&check->asked, key, 1);
    check->goals.count = 0;
    vector_push(&check->goals, negation(check, facts_of(check, action)));
    check_covers_failures(check, possible);
  }
  diagram_release(both);
  diagram_release(possible);
}

static diagram *set_at(struct bdd_check *check, uint32_t location) {
  while (check->sets.count <= location)
    vector_push(&check->sets, DIAGRAM_NONE);
  return &check->sets.items[location];
}

/* Checks that all successors of the set by the link are in the set of its target. */
static void check_link(struct bdd_check *check, const struct link *link, diagram set) {
  struct data_sets *sets = &check->in->sets;
  const struct action_relation *relation = &sets->relations.items[link->relation];
  diagram behind = diagram_not(sets->diagrams, *set_at(check, link->to));
  diagram both = diagram_and(sets->diagrams, set, relation->holds);
  diagram_replace(&behind, diagram_rename(sets->diagrams, behind, relation->after));
  diagram_replace(&both, diagram_and(sets->diagrams, both, behind));
  check->holds &= both == DIAGRAM_NONE;
  diagram_release(both);
  diagram_release(behind);
}

static void check_place(struct bdd_check *check, const struct bdd_location *place, diagram set) {
  for (size_t i = 0; i < place->links.count && check->holds; i++)
    check_link(check, &place->links.items[i], set);
  for (size_t i = 0; i < place->failing.count && check->holds; i++)
    check_failing(check, place->failing.items[i], set);
}

static void check_relations(struct bdd_check *check) {
  for (; check->checked < check->in->sets.relations.count && check->holds; check->checked++)
    check_relation(check, &check->in->sets.relations.items[check->checked]);
}

/* Checks a location with its actions executed again. */
static void check_anew(struct bdd_check *check, uint32_t location) {
  struct bdd_search *in = check->in;
  struct bdd_location place = {0};
  struct stands stands = {0};
  check->holds &= locations_run_anew(&in->common.locations, location, &stands);
  check->holds &= !in->common.cells.grew; /* else there are cells that the diagrams do not have */
  for (size_t i = 0; i < stands.count && check->holds; i++)
    bdd_add_stand(in, &place, location, &stands.items[i]);
  bool is_kept = check->checked < in->sets.relations.count;
  check_relations(check);
  check_place(check, &place, *set_at(check, location));
  bdd_release_location(&place);
  if (is_kept)
    vector_push(&check->kept, stands);
  else
    stands_release(&stands);
}

/* Checks a location that has data states. Its actions must be known, and must be those of its
 * links. */
static void check_location(struct bdd_check *check, uint32_t location) {
  struct bdd_search *in = check->in;
  const struct standpoint *known = &in->common.locations.list.items[location];
  size_t steps = 0;
  if (*set_at(check, location) == DIAGRAM_NONE)
    return;
  check->holds &= known->is_known && location < in->places.count;
  if (!check->holds)
    return;
  for (size_t i = 0; i < known->stands.count; i++)
    for (size_t j = 0; j < stand_count(&known->stands.items[i]); j++)
      steps += stand_action(&known->stands.items[i], j)->outcome == OUTCOME_STEPPED;
  check->holds &= steps == in->places.items[location].actions.count;
  check_place(check, &in->places.items[location], *set_at(check, location));
}

static void release_check(struct bdd_check *check) {
  for (size_t i = 0; i < check->sets.count; i++)
    diagram_release(check->sets.items[i]);
  vector_release(&check->sets);
  vector_release(&check->after);
  vector_release(&check->goals);
  for (size_t i = 0; i < check->kept.count; i++)
    stands_release(&check->kept.items[i]);
  vector_release(&check->kept);
  map_release(&check->made);
  map_release(&check->asked);
  session_release(&check->session);
}

bool bdd_is_proof_right(struct bdd_search *in) {
  enum { MOST_VARIABLES = 200 * 1000 };
  struct bdd_check check = {.in = in, .terms = in->common.cells.context.terms, .holds = true};
  session_init(&check.session, in->common.task->solver, &in->common.task->limits, MOST_VARIABLES);
  for (size_t i = 0; i < in->sets.order.words.count; i++)
    vector_push(&check.after,
                cells_input(&in->common.cells, in->sets.order.words.items[i].symbol->width));
  for (size_t i = 0; i < in->states.count; i++) {
    diagram *set = set_at(&check, in->states.items[i].location);
    diagram_replace(set, diagram_or(in->sets.diagrams, *set, in->states.items[i].set));
  }
  check_relations(&check);
  check_place(&check, &in->start, DIAGRAM_ALL);
  uint32_t count = (uint32_t)in->common.locations.list.count;
  for (uint32_t i = 0; i < count && check.holds; i++)
    check_location(&check, i);
  check.holds &= locations_reduction_ends(&in->common.locations);
  for (uint32_t i = 0; i < count && check.holds; i += 1 + count / MOST_ANEW)
    if (*set_at(&check, i) != DIAGRAM_NONE)
      check_anew(&check, i);
  check.holds &= !diagrams_are_full(in->sets.diagrams);
  release_check(&check);
  return check.holds;
}
