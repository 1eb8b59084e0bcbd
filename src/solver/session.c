/* SPDX-License-Identifier: Apache-2.0 */
/* Queries in terms, with a fallback to another back end if the first cannot express them. A query
 * is kept as terms until it is answered, so that it can be repeated. */
#include "solver/session.h"

#include "term/term.h"

#include <assert.h>

void session_init(struct session *session, const char *backend, const struct limits *limits,
                  uint64_t most_variables) {
  *session = (struct session){.backend = backend ? backend : solver_backends[0],
                              .limits = limits,
                              .most_variables = most_variables};
}

void session_forget(struct session *session) {
  if (!session->solver)
    return;
  session->seconds += solver_get_statistics(session->solver).seconds;
  solver_destroy(session->solver);
  session->solver = NULL;
  session->guard = 0;
}

void session_release(struct session *session) {
  session_forget(session);
  vector_release(&session->assumed);
  vector_release(&session->negated);
}

/* The clauses of the last question hold no more. */
static void retire_guard(struct session *session) {
  int off = -session->guard;
  if (session->guard)
    solver_add_clause(session->solver, &off, 1);
  session->guard = 0;
}

void session_ask(struct session *session) {
  session->assumed.count = session->negated.count = 0;
  if (session->solver && solver_get_statistics(session->solver).variables > session->most_variables)
    session_forget(session);
  else
    retire_guard(session);
}

void session_assume(struct session *session, const struct term *const *terms, size_t count) {
  for (size_t i = 0; i < count; i++)
    vector_push(&session->assumed, terms[i]);
}

void session_assume_some_false(struct session *session, const struct term *const *terms,
                               size_t count) {
  assert(!session->negated.count);
  for (size_t i = 0; i < count; i++)
    vector_push(&session->negated, terms[i]);
}

struct literals {
  int *items;
  size_t count, capacity;
};

static int guard_of(struct session *session) {
  if (!session->guard)
    session->guard = solver_fresh_literal(session->solver);
  return session->guard;
}

/* The assumptions as literals of the solver, which is made if there is none. */
static void translate(struct session *session, struct literals *literals) {
  if (!session->solver) {
    session->solver = solver_create(session->backend);
    solver_set_limits(session->solver, session->limits);
  }
  for (size_t i = 0; i < session->assumed.count; i++)
    vector_push(literals, solver_literal(session->solver, session->assumed.items[i]));
  if (!session->negated.count)
    return;
  struct literals clause = {0};
  vector_push(&clause, -guard_of(session));
  for (size_t i = 0; i < session->negated.count; i++)
    vector_push(&clause, -solver_literal(session->solver, session->negated.items[i]));
  solver_add_clause(session->solver, clause.items, clause.count);
  vector_push(literals, session->guard);
  vector_release(&clause);
}

/* After a check: does another back end have to be asked? */
static bool falls_back(struct session *session) {
  const char *other = solver_fallback(session->solver);
  if (!other)
    return false;
  session_forget(session);
  session->backend = other;
  return true;
}

enum status session_check(struct session *session, bool *satisfiable) {
  enum status status;
  do {
    struct literals literals = {0};
    translate(session, &literals);
    session->checks++;
    status = solver_check(session->solver, literals.items, literals.count, satisfiable);
    vector_release(&literals);
  } while (status != STATUS_OK && falls_back(session));
  return status;
}

const char *session_reason(const struct session *session) { return solver_reason(session->solver); }

uint64_t session_value(struct session *session, const struct term *term) {
  return solver_term_value(session->solver, term);
}

bool session_core_has(struct session *session, const struct term *term) {
  return solver_failed(session->solver, solver_literal(session->solver, term));
}

static void insert_value(struct value_list *values, uint64_t value) {
  size_t at = values->count;
  vector_push(values, value);
  for (; at > 0 && values->items[at - 1] > value; at--)
    values->items[at] = values->items[at - 1];
  values->items[at] = value;
}

/* Collects values of the term from one model after the other; clauses exclude those already seen.
 */
static enum status enumerate(struct session *session, struct terms *terms, const struct term *term,
                             size_t most, struct value_list *values, bool *is_complete) {
  struct literals literals = {0};
  enum status status;
  translate(session, &literals);
  int guard = guard_of(session);
  if (!session->negated.count)
    vector_push(&literals, guard);
  for (;;) {
    bool satisfiable = false;
    session->checks++;
    status = solver_check(session->solver, literals.items, literals.count, &satisfiable);
    if (status != STATUS_OK || !satisfiable)
      break;
    if (values->count == most) {
      *is_complete = false;
      break;
    }
    uint64_t value = solver_term_value(session->solver, term);
    insert_value(values, value);
    const struct term *same =
        term_apply(terms, OP_EQ, term, term_constant(terms, term->width, value), NULL);
    int other[] = {-guard, -solver_literal(session->solver, same)};
    solver_add_clause(session->solver, other, 2);
  }
  vector_release(&literals);
  return status;
}

enum status session_enumerate(struct session *session, struct terms *terms, const struct term *term,
                              size_t most, struct value_list *values, bool *is_complete) {
  enum status status;
  do {
    values->count = 0;
    *is_complete = true;
    status = enumerate(session, terms, term, most, values, is_complete);
  } while (status != STATUS_OK && falls_back(session));
  return status;
}

double session_seconds(const struct session *session) {
  return session->seconds + (session->solver ? solver_get_statistics(session->solver).seconds : 0);
}
