/* SPDX-License-Identifier: Apache-2.0 */
/* The common part of the back ends: asserting terms, values of terms in a model, checking models,
 * and the bookkeeping around a check. */
#include "solver/solver.h"

#include "base/limits.h"
#include "base/memory.h"
#include "base/vector.h"
#include "solver/backend.h"
#include "term/evaluate.h"
#include "term/term.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct definition {
  const struct term *term;
  int literal;
};

struct signed_term {
  const struct term *term;
  bool negated;
};

struct solver {
  struct backend *backend;
  const struct limits *limits;
  struct evaluator *evaluator;
  enum status unsupported, last;
  bool is_satisfiable;
  VECTOR(struct signed_term) pending; /* scratch of solver_assert */
  VECTOR(int) clause;

  bool verifies;
  VECTOR(struct definition) definitions;
  VECTOR(const struct term *) asserted;
  VECTOR(int) clauses; /* each ended by 0 */
};

static const struct backend_ops *const backends[] = {&backend_sat, &backend_z3};
const char *const solver_backends[] = {"sat", "z3", NULL};

static uint64_t variable_value(const struct term *variable, void *context) {
  const struct solver *solver = context;
  return solver->backend->ops->variable(solver->backend, variable);
}

struct solver *solver_create(const char *backend) {
  for (size_t i = 0; i < sizeof backends / sizeof *backends; i++) {
    if (strcmp(backends[i]->name, backend) != 0)
      continue;
    struct solver *solver = memory_allocate_zeroed(sizeof *solver);
    solver->backend = backends[i]->create();
    solver->evaluator = evaluator_create(variable_value, solver);
#ifndef __OPTIMIZE__
    solver->verifies = true;
#endif
    return solver;
  }
  return NULL;
}

void solver_destroy(struct solver *solver) {
  if (!solver)
    return;
  evaluator_destroy(solver->evaluator);
  vector_release(&solver->backend->failed);
  solver->backend->ops->destroy(solver->backend);
  vector_release(&solver->pending);
  vector_release(&solver->clause);
  vector_release(&solver->definitions);
  vector_release(&solver->asserted);
  vector_release(&solver->clauses);
  memory_release(solver);
}

void solver_set_limits(struct solver *solver, const struct limits *limits) {
  solver->limits = limits;
}

void solver_verify_models(struct solver *solver) { solver->verifies = true; }

int solver_literal(struct solver *solver, const struct term *term) {
  assert(term->width == 1);
  int literal = 0;
  enum status status = solver->backend->ops->literal(solver->backend, term, &literal);
  if (status != STATUS_OK) {
    solver->unsupported = status;
    return solver_fresh_literal(solver);
  }
  if (solver->verifies)
    vector_push(&solver->definitions, (struct definition){term, literal});
  return literal;
}

int solver_fresh_literal(struct solver *solver) {
  int literal = 0;
  enum status status = solver->backend->ops->literal(solver->backend, NULL, &literal);
  assert(status == STATUS_OK);
  return literal;
}

void solver_add_clause(struct solver *solver, const int *literals, size_t count) {
  solver->backend->ops->add_clause(solver->backend, literals, count);
  if (!solver->verifies)
    return;
  for (size_t i = 0; i < count; i++)
    vector_push(&solver->clauses, literals[i]);
  vector_push(&solver->clauses, 0);
}

static bool is_operator(struct signed_term item, enum operator op) {
  return item.term->kind == TERM_APPLY && item.term->op == op;
}

static struct signed_term without_not(struct signed_term item) {
  while (is_operator(item, OP_NOT)) {
    item.negated = !item.negated;
    item.term = item.term->operands[0];
  }
  return item;
}

static void push_operands(struct solver *solver, struct signed_term item) {
  for (unsigned i = 0; i < 2; i++)
    vector_push(&solver->pending, (struct signed_term){item.term->operands[i], item.negated});
}

/* A disjunction becomes a clause over its parts and needs no literal of its own. Negated
 * conjunctions inside are not split: those are guards, which grow along an execution and are
 * shared, and their literals are wanted anyway. */
static void assert_disjunction(struct solver *solver, struct signed_term item) {
  enum { MOST_LITERALS = 64 };
  size_t bottom = solver->pending.count;
  solver->clause.count = 0;
  if (item.negated && is_operator(item, OP_AND))
    push_operands(solver, item);
  else
    vector_push(&solver->pending, item);
  while (solver->pending.count > bottom) {
    item = without_not(vector_pop(&solver->pending));
    bool is_full = solver->clause.count + solver->pending.count - bottom >= MOST_LITERALS;
    if (!item.negated && is_operator(item, OP_OR) && !is_full) {
      push_operands(solver, item);
      continue;
    }
    int literal = solver_literal(solver, item.term);
    vector_push(&solver->clause, item.negated ? -literal : literal);
  }
  solver_add_clause(solver, solver->clause.items, solver->clause.count);
}

/* A conjunction becomes assertions of its parts, up to a number: the parts may be shared, and would
 * be asserted as often as they are reached. */
void solver_assert(struct solver *solver, const struct term *term) {
  enum { MOST_PARTS = 4096 };
  assert(term->width == 1 && !solver->pending.count);
  if (solver->verifies)
    vector_push(&solver->asserted, term);
  vector_push(&solver->pending, (struct signed_term){term, false});
  for (size_t parts = 1; solver->pending.count;) {
    struct signed_term item = without_not(vector_pop(&solver->pending));
    if (is_operator(item, item.negated ? OP_OR : OP_AND) && parts < MOST_PARTS) {
      push_operands(solver, item);
      parts++;
    } else {
      assert_disjunction(solver, item);
    }
  }
}

/* Literals of terms, clauses and assertions all must be what evaluation says. */
static void verify_model(struct solver *solver, const int *assumptions, size_t count) {
  for (size_t i = 0; i < count; i++)
    assert(solver_value(solver, assumptions[i]));
  for (size_t i = 0; i < solver->definitions.count; i++) {
    struct definition definition = solver->definitions.items[i];
    assert(solver_value(solver, definition.literal) ==
           (bool)solver_term_value(solver, definition.term));
  }
  for (size_t i = 0; i < solver->asserted.count; i++)
    assert(solver_term_value(solver, solver->asserted.items[i]));
  bool is_true = false;
  for (size_t i = 0; i < solver->clauses.count; i++) {
    int literal = solver->clauses.items[i];
    assert(literal || is_true);
    is_true = literal && (is_true || solver_value(solver, literal));
  }
}

static int compare_literals(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

enum status solver_check(struct solver *solver, const int *assumptions, size_t count,
                         bool *satisfiable) {
  struct backend *backend = solver->backend;
  solver->is_satisfiable = false;
  backend->failed.count = 0;
  evaluator_forget(solver->evaluator);
  if (solver->unsupported != STATUS_OK)
    return solver->unsupported;
  double start = clock_seconds();
  backend->reason[0] = '\0';
  solver->last = backend->ops->check(backend, solver->limits, assumptions, count, satisfiable);
  backend->statistics.checks++;
  backend->statistics.seconds += clock_seconds() - start;
  if (solver->last != STATUS_OK)
    return solver->last;
  solver->is_satisfiable = *satisfiable;
  if (!*satisfiable && backend->failed.count)
    qsort(backend->failed.items, backend->failed.count, sizeof(int), compare_literals);
  if (*satisfiable && solver->verifies)
    verify_model(solver, assumptions, count);
  return STATUS_OK;
}

enum status solver_status(const struct solver *solver) {
  return solver->unsupported != STATUS_OK ? solver->unsupported : solver->last;
}

const char *solver_fallback(const struct solver *solver) {
  bool has_another = solver->backend->ops != &backend_z3;
  return solver->unsupported == STATUS_UNSUPPORTED && has_another ? backend_z3.name : NULL;
}

const char *solver_reason(const struct solver *solver) { return solver->backend->reason; }

bool solver_value(const struct solver *solver, int literal) {
  assert(solver->is_satisfiable);
  return solver->backend->ops->value(solver->backend, literal);
}

uint64_t solver_term_value(struct solver *solver, const struct term *term) {
  assert(solver->is_satisfiable);
  return evaluator_value(solver->evaluator, term);
}

bool solver_failed(const struct solver *solver, int assumption) {
  const struct backend *backend = solver->backend;
  return backend->failed.count && bsearch(&assumption, backend->failed.items, backend->failed.count,
                                          sizeof(int), compare_literals);
}

struct solver_statistics solver_get_statistics(const struct solver *solver) {
  return solver->backend->statistics;
}
