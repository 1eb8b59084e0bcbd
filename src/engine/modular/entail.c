/* Slicing questions by variables, and remembering the answers. */
#include "engine/modular/entail.h"

#include "semantics/value_domain.h"
#include "solver/solver.h"

#include <stdlib.h>
#include <string.h>

void entailment_init(struct entailment *entailment, struct terms *terms, const char *backend,
                     const struct limits *limits) {
  *entailment = (struct entailment){
      .backend = backend, .limits = limits, .terms = terms, .questions = interner_create()};
}

void entailment_release(struct entailment *entailment) {
  interner_destroy(entailment->questions);
  vector_release(&entailment->answers);
  for (size_t i = 0; i < entailment->variables.count; i++)
    vector_release(&entailment->variables.items[i]);
  vector_release(&entailment->variables);
  vector_release(&entailment->marks);
}

static void add_variable(const struct term *variable, void *context) {
  vector_push((struct premises *)context, variable);
}

static const struct premises *variables_of(struct entailment *entailment, const struct term *term) {
  while (entailment->variables.count <= term->id)
    vector_push(&entailment->variables, (struct premises){0});
  struct premises *variables = &entailment->variables.items[term->id];
  if (!variables->count)
    value_variables(term, add_variable, variables);
  return variables;
}

static bool is_marked(struct entailment *entailment, const struct term *variable) {
  return variable->value < entailment->marks.count &&
         entailment->marks.items[variable->value] == entailment->question;
}

static void mark(struct entailment *entailment, const struct term *term) {
  const struct premises *variables = variables_of(entailment, term);
  for (size_t i = 0; i < variables->count; i++) {
    while (entailment->marks.count <= variables->items[i]->value)
      vector_push(&entailment->marks, 0);
    entailment->marks.items[variables->items[i]->value] = entailment->question;
  }
}

static bool is_reached(struct entailment *entailment, const struct term *term) {
  const struct premises *variables = variables_of(entailment, term);
  for (size_t i = 0; i < variables->count; i++)
    if (is_marked(entailment, variables->items[i]))
      return true;
  return false;
}

static int by_id(const void *a, const void *b) {
  uint32_t x = (*(const struct term *const *)a)->id, y = (*(const struct term *const *)b)->id;
  return (x > y) - (x < y);
}

static bool solve(struct entailment *entailment, const char *backend, const struct premises *terms,
                  bool *satisfiable) {
  struct solver *solver = solver_create(backend);
  solver_set_limits(solver, entailment->limits);
  for (size_t i = 0; i < terms->count; i++)
    solver_assert(solver, terms->items[i]);
  entailment->solved++;
  bool told = solver_check(solver, NULL, 0, satisfiable) == STATUS_OK;
  solver_destroy(solver);
  return told;
}

static bool has_model(struct entailment *entailment, struct premises *terms) {
  VECTOR(uint32_t) key = {0};
  bool is_new, satisfiable = true;
  entailment->asked++;
  if (!terms->count)
    return true;
  qsort(terms->items, terms->count, sizeof *terms->items, by_id);
  for (size_t i = 0; i < terms->count; i++)
    if (!i || terms->items[i] != terms->items[i - 1])
      vector_push(&key, terms->items[i]->id);
  uint32_t number =
      interner_add(entailment->questions, key.items, key.count * sizeof *key.items, &is_new);
  vector_release(&key);
  if (!is_new)
    return entailment->answers.items[number];
  if (!solve(entailment, entailment->backend, terms, &satisfiable) &&
      (strcmp(entailment->backend, "z3") == 0 || !solve(entailment, "z3", terms, &satisfiable)))
    entailment->failed = satisfiable = true;
  vector_push(&entailment->answers, satisfiable);
  return satisfiable;
}

/* The premises that the marked variables lead to. */
static void slice(struct entailment *entailment, const struct premises *premises,
                  struct premises *out) {
  VECTOR(bool) taken = {0};
  for (size_t i = 0; i < premises->count; i++)
    vector_push(&taken, term_is_true(premises->items[i]));
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < premises->count; i++) {
      if (taken.items[i] ||
          (!term_is_false(premises->items[i]) && !is_reached(entailment, premises->items[i])))
        continue;
      taken.items[i] = changed = true;
      mark(entailment, premises->items[i]);
      vector_push(out, premises->items[i]);
    }
  }
  vector_release(&taken);
}

bool entailment_allows(struct entailment *entailment, const struct premises *premises,
                       const struct premises *focus) {
  struct premises relevant = {0};
  entailment->question++;
  for (size_t i = 0; i < focus->count; i++)
    mark(entailment, focus->items[i]);
  slice(entailment, premises, &relevant);
  bool allows = has_model(entailment, &relevant);
  vector_release(&relevant);
  return allows;
}

bool entailment_implies(struct entailment *entailment, const struct premises *premises,
                        const struct term *goal) {
  if (term_is_true(goal))
    return true;
  for (size_t i = 0; i < premises->count; i++)
    if (premises->items[i] == goal)
      return true;
  struct premises relevant = {0};
  entailment->question++;
  mark(entailment, goal);
  slice(entailment, premises, &relevant);
  vector_push(&relevant, term_apply(entailment->terms, OP_NOT, goal, NULL, NULL));
  bool implies = !has_model(entailment, &relevant);
  vector_release(&relevant);
  return implies;
}
