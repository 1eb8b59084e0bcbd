/* Questions under assumptions, and cores. */
#include "engine/impact/deduce.h"

#include "solver/solver.h"

#include <string.h>

enum { MOST_VARIABLES = 50000 }; /* of a solver before it makes room for a new one */
enum { MOST_TRIALS = 24 };       /* to do without one of the core */

void deducer_init(struct deducer *deducer, struct terms *terms, const char *backend,
                  const struct limits *limits) {
  *deducer = (struct deducer){.backend = backend, .limits = limits, .terms = terms};
}

static void drop_solver(struct deducer *deducer) {
  if (deducer->solver)
    solver_destroy(deducer->solver);
  deducer->solver = NULL;
}

void deducer_release(struct deducer *deducer) {
  drop_solver(deducer);
  vector_release(&deducer->literals);
}

static void prepare(struct deducer *deducer) {
  if (deducer->solver && solver_get_statistics(deducer->solver).variables > MOST_VARIABLES)
    drop_solver(deducer);
  if (deducer->solver)
    return;
  deducer->solver = solver_create(deducer->backend);
  solver_set_limits(deducer->solver, deducer->limits);
}

static void assume(struct deducer *deducer, const struct premises *premises) {
  for (size_t i = 0; i < premises->count; i++)
    vector_push(&deducer->literals, solver_literal(deducer->solver, premises->items[i]));
}

static bool refutes(struct deducer *deducer, const struct premises *premises,
                    const struct premises *offered, const struct term *goal) {
  bool satisfiable = true;
  prepare(deducer);
  deducer->literals.count = 0;
  assume(deducer, premises);
  assume(deducer, offered);
  vector_push(&deducer->literals, -solver_literal(deducer->solver, goal));
  deducer->checks++;
  enum status status = solver_check(deducer->solver, deducer->literals.items,
                                    deducer->literals.count, &satisfiable);
  if (status == STATUS_UNSUPPORTED && strcmp(deducer->backend, "z3") != 0) {
    deducer->backend = "z3";
    drop_solver(deducer);
    return refutes(deducer, premises, offered, goal);
  }
  return status == STATUS_OK && !satisfiable;
}

static void keep_failed(struct deducer *deducer, struct premises *offered) {
  size_t kept = 0;
  for (size_t i = 0; i < offered->count; i++)
    if (solver_failed(deducer->solver, solver_literal(deducer->solver, offered->items[i])))
      offered->items[kept++] = offered->items[i];
  offered->count = kept;
}

bool deduce(struct deducer *deducer, const struct premises *premises,
            const struct premises *offered, const struct term *goal, struct premises *used) {
  used->count = 0;
  if (term_is_true(goal))
    return true;
  for (size_t i = 0; i < offered->count; i++)
    vector_push(used, offered->items[i]);
  if (!refutes(deducer, premises, used, goal))
    return false;
  keep_failed(deducer, used);
  struct premises fewer = {0};
  size_t trials = 0;
  for (size_t i = used->count; i-- > 0 && trials < MOST_TRIALS; trials++) {
    fewer.count = 0;
    for (size_t j = 0; j < used->count; j++)
      if (j != i)
        vector_push(&fewer, used->items[j]);
    if (!refutes(deducer, premises, &fewer, goal))
      continue;
    keep_failed(deducer, &fewer);
    used->count = 0;
    for (size_t j = 0; j < fewer.count; j++)
      vector_push(used, fewer.items[j]);
    if (i > used->count)
      i = used->count;
  }
  vector_release(&fewer);
  return true;
}
