/* SPDX-License-Identifier: Apache-2.0 */
/* Queries to the solver under assumptions. A model of the premises refutes every goal that is false
 * in it, so few models decide many goals. */
#include "abstract/entail.h"

#include "abstract/closure.h"
#include "base/number.h"
#include "semantics/value_domain.h"
#include "term/evaluate.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* With more variables, the session restarts its solver: every model assigns all of them. */
enum { MOST_VARIABLES = 20000 };
enum { MOST_MODELS = 48 };

struct model {
  VECTOR(uint64_t) values; /* by number of the variable; further ones are 0 */
};

static uint64_t value_in_model(const struct term *variable, void *context) {
  const struct model *model = ((const struct entailment *)context)->evaluated;
  return variable->value < model->values.count ? model->values.items[variable->value] : 0;
}

void entailment_init(struct entailment *entailment, struct terms *terms, const char *backend,
                     const struct limits *limits) {
  *entailment = (struct entailment){.terms = terms, .questions = interner_create()};
  session_init(&entailment->session, backend, limits, MOST_VARIABLES);
  entailment->models = memory_allocate_zeroed(MOST_MODELS * sizeof *entailment->models);
  entailment->evaluator = evaluator_create(value_in_model, entailment);
}

void entailment_release(struct entailment *entailment) {
  session_release(&entailment->session);
  for (size_t i = 0; i < MOST_MODELS; i++)
    vector_release(&entailment->models[i].values);
  memory_release(entailment->models);
  evaluator_destroy(entailment->evaluator);
  vector_release_all(&entailment->variables);
  vector_release(&entailment->marks);
  interner_destroy(entailment->questions);
  vector_release(&entailment->answers);
  vector_release(&entailment->key);
}

static void add_variable(const struct term *variable, void *context) {
  vector_push((struct premises *)context, variable);
}

static const struct premises *variables_of(struct entailment *entailment, const struct term *term) {
  vector_ensure(&entailment->variables, term->id);
  struct premises *variables = &entailment->variables.items[term->id];
  if (!variables->count)
    value_variables(term, add_variable, variables);
  return variables;
}

static void mark_variables(struct entailment *entailment, const struct term *term) {
  const struct premises *variables = variables_of(entailment, term);
  for (size_t i = 0; i < variables->count; i++) {
    vector_ensure(&entailment->marks, variables->items[i]->value);
    entailment->marks.items[variables->items[i]->value] = entailment->question;
  }
}

static bool is_reached(struct entailment *entailment, const struct term *term) {
  const struct premises *variables = variables_of(entailment, term);
  for (size_t i = 0; i < variables->count; i++) {
    uint64_t number = variables->items[i]->value;
    if (number < entailment->marks.count && entailment->marks.items[number] == entailment->question)
      return true;
  }
  return !variables->count;
}

/* Selects the premises that are connected to the marked variables. */
static void slice(struct entailment *entailment, const struct premises *premises,
                  struct premises *out) {
  VECTOR(bool) taken = {0};
  for (size_t i = 0; i < premises->count; i++)
    vector_push(&taken, term_is_true(premises->items[i]));
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < premises->count; i++) {
      if (taken.items[i] || !is_reached(entailment, premises->items[i]))
        continue;
      taken.items[i] = changed = true;
      mark_variables(entailment, premises->items[i]);
      vector_push(out, premises->items[i]);
    }
  }
  vector_release(&taken);
}

/* Moves the model to the front, as the latest. */
static struct model *renew_model(struct entailment *entailment, size_t index) {
  struct model model = entailment->models[index];
  memmove(&entailment->models[1], &entailment->models[0], index * sizeof model);
  entailment->models[0] = model;
  return &entailment->models[0];
}

static void keep_values(struct entailment *entailment, struct model *model,
                        const struct term *term) {
  const struct premises *variables = variables_of(entailment, term);
  for (size_t i = 0; i < variables->count; i++) {
    const struct term *variable = variables->items[i];
    vector_ensure(&model->values, variable->value);
    model->values.items[variable->value] = session_value(&entailment->session, variable);
  }
}

static void keep_model(struct entailment *entailment, const struct premises *premises,
                       const struct premises *goals) {
  struct model *model = renew_model(entailment, MOST_MODELS - 1);
  model->values.count = 0;
  for (size_t i = 0; i < premises->count; i++)
    keep_values(entailment, model, premises->items[i]);
  for (size_t i = 0; goals && i < goals->count; i++)
    keep_values(entailment, model, goals->items[i]);
}

static bool is_model(struct entailment *entailment, const struct model *model,
                     const struct premises *premises) {
  entailment->evaluated = model;
  evaluator_forget(entailment->evaluator);
  for (size_t i = 0; i < premises->count; i++)
    if (!evaluator_value(entailment->evaluator, premises->items[i]))
      return false;
  return true;
}

/* State of a goal during a query. */
enum goal_state { OPEN, IMPLIED, REFUTED };

static size_t count_open(const enum goal_state *states, size_t count) {
  size_t open = 0;
  for (size_t i = 0; i < count; i++)
    open += states[i] == OPEN;
  return open;
}

static void decide_open(enum goal_state *states, size_t count, enum goal_state state) {
  for (size_t i = 0; i < count; i++)
    if (states[i] == OPEN)
      states[i] = state;
}

/* Refutes goals with the model that `is_model` has just evaluated. */
static void refute_by_model(struct entailment *entailment, const struct premises *goals,
                            enum goal_state *states) {
  for (size_t i = 0; i < goals->count; i++)
    if (states[i] == OPEN && !evaluator_value(entailment->evaluator, goals->items[i]))
      states[i] = REFUTED;
}

/* The number of a question; `is_new`: it is asked for the first time. */
static uint32_t find_question(struct entailment *entailment, const struct premises *premises,
                              const struct premises *goals, const enum goal_state *states,
                              bool *is_new) {
  entailment->key.count = 0;
  entailment->asked++;
  for (size_t i = 0; i < premises->count; i++)
    vector_push(&entailment->key, premises->items[i]->id + 1);
  if (entailment->key.count)
    qsort(entailment->key.items, entailment->key.count, sizeof(uint32_t), number_compare32);
  vector_push(&entailment->key, 0);
  for (size_t i = 0; goals && i < goals->count; i++)
    if (states[i] == OPEN)
      vector_push(&entailment->key, goals->items[i]->id + 1);
  return interner_add(entailment->questions, entailment->key.items,
                      entailment->key.count * sizeof(uint32_t), is_new);
}

static void assume_premises(struct entailment *entailment, const struct premises *premises) {
  session_ask(&entailment->session);
  session_assume(&entailment->session, premises->items, premises->count);
}

static bool can_hold(struct entailment *entailment, const struct premises *premises) {
  bool is_new, satisfiable = true;
  uint32_t number = find_question(entailment, premises, NULL, NULL, &is_new);
  if (!is_new)
    return entailment->answers.items[number];
  vector_push(&entailment->answers, true);
  for (size_t i = 0; i < MOST_MODELS; i++)
    if (is_model(entailment, &entailment->models[i], premises)) {
      entailment->refuted++;
      renew_model(entailment, i);
      return true;
    }
  struct closure *closure = closure_create(premises, NULL);
  bool is_empty = closure && closure_is_empty(closure);
  closure_destroy(closure);
  if (is_empty) {
    vector_last(&entailment->answers) = false;
    return false;
  }
  assume_premises(entailment, premises);
  enum status status = session_check(&entailment->session, &satisfiable);
  if (status == STATUS_OK && satisfiable)
    keep_model(entailment, premises, NULL);
  vector_last(&entailment->answers) = status != STATUS_OK || satisfiable;
  return vector_last(&entailment->answers);
}

bool entailment_allows(struct entailment *entailment, const struct premises *premises,
                       const struct premises *focus) {
  struct premises relevant = {0};
  entailment->question++;
  for (size_t i = 0; i < focus->count; i++)
    mark_variables(entailment, focus->items[i]);
  slice(entailment, premises, &relevant);
  bool allows = can_hold(entailment, &relevant);
  vector_release(&relevant);
  return allows;
}

static void assume_a_goal_fails(struct entailment *entailment, const struct premises *goals,
                                const enum goal_state *states) {
  struct premises open = {0};
  for (size_t i = 0; i < goals->count; i++)
    if (states[i] == OPEN)
      vector_push(&open, goals->items[i]);
  session_assume_some_false(&entailment->session, open.items, open.count);
  vector_release(&open);
}

static void ask_solver(struct entailment *entailment, const struct premises *premises,
                       const struct premises *goals, enum goal_state *states) {
  while (count_open(states, goals->count)) {
    bool satisfiable = true;
    assume_premises(entailment, premises);
    assume_a_goal_fails(entailment, goals, states);
    enum status status = session_check(&entailment->session, &satisfiable);
    if (status != STATUS_OK || !satisfiable) {
      decide_open(states, goals->count, status == STATUS_OK ? IMPLIED : REFUTED);
    } else {
      size_t before = count_open(states, goals->count);
      keep_model(entailment, premises, goals);
      bool is_right = is_model(entailment, &entailment->models[0], premises);
      refute_by_model(entailment, goals, states);
      assert(is_right && count_open(states, goals->count) < before);
    }
  }
}

/* Decides the open goals: by models, by the order closure, then by the solver. */
static void decide_goals(struct entailment *entailment, const struct premises *premises,
                         const struct premises *goals, enum goal_state *states) {
  for (size_t i = 0; i < MOST_MODELS && count_open(states, goals->count); i++)
    if (is_model(entailment, &entailment->models[i], premises)) {
      entailment->refuted++;
      refute_by_model(entailment, goals, states);
    }
  struct closure *closure = closure_create(premises, goals);
  for (size_t i = 0; closure && i < goals->count; i++)
    if (states[i] == OPEN && closure_implies(closure, goals->items[i]))
      states[i] = IMPLIED;
  closure_destroy(closure);
  ask_solver(entailment, premises, goals, states);
}

bool premises_have(const struct premises *premises, const struct term *formula) {
  for (size_t i = 0; i < premises->count; i++)
    if (premises->items[i] == formula)
      return true;
  return false;
}

void entailment_filter(struct entailment *entailment, const struct premises *premises,
                       const struct premises *goals, bool *implied) {
  enum goal_state *states = memory_allocate_zeroed((goals->count + 1) * sizeof *states);
  struct premises relevant = {0};
  bool is_new;
  entailment->question++;
  for (size_t i = 0; i < goals->count; i++)
    if (term_is_true(goals->items[i]) || premises_have(premises, goals->items[i]))
      states[i] = IMPLIED;
    else
      mark_variables(entailment, goals->items[i]);
  if (count_open(states, goals->count)) {
    slice(entailment, premises, &relevant);
    uint32_t number = find_question(entailment, &relevant, goals, states, &is_new);
    if (is_new)
      vector_push(&entailment->answers, false);
    if (entailment->answers.items[number])
      decide_open(states, goals->count, IMPLIED);
    else
      decide_goals(entailment, &relevant, goals, states);
    entailment->answers.items[number] = true;
    for (size_t i = 0; i < goals->count; i++)
      if (states[i] == REFUTED)
        entailment->answers.items[number] = false;
  }
  for (size_t i = 0; i < goals->count; i++)
    implied[i] = states[i] == IMPLIED;
  vector_release(&relevant);
  memory_release(states);
}

bool entailment_implies_all(struct entailment *entailment, const struct premises *premises,
                            const struct premises *goals) {
  bool all = true, *implied = memory_allocate_zeroed(goals->count + 1);
  entailment_filter(entailment, premises, goals, implied);
  for (size_t i = 0; i < goals->count; i++)
    all &= implied[i];
  memory_release(implied);
  return all;
}

void entailment_keep(struct entailment *entailment, const struct premises *premises,
                     const struct premises *goals, struct premises *list) {
  bool *implied = memory_allocate_zeroed(goals->count + 1);
  size_t kept = 0;
  entailment_filter(entailment, premises, goals, implied);
  for (size_t i = 0; i < list->count; i++)
    if (implied[i])
      list->items[kept++] = list->items[i];
  list->count = kept;
  memory_release(implied);
}
