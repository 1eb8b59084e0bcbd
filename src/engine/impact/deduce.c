/* SPDX-License-Identifier: Apache-2.0 */
/* Queries under assumptions, and their cores. */
#include "engine/impact/deduce.h"

enum { MOST_VARIABLES = 50000 }; /* in a solver before it is restarted */
enum { MOST_TRIALS = 24 };       /* attempts to remove a premise from the core */

void deducer_init(struct deducer *deducer, struct terms *terms, const char *backend,
                  const struct limits *limits) {
  *deducer = (struct deducer){.terms = terms};
  session_init(&deducer->session, backend, limits, MOST_VARIABLES);
}

void deducer_release(struct deducer *deducer) { session_release(&deducer->session); }

static bool refutes(struct deducer *deducer, const struct premises *premises,
                    const struct premises *offered, const struct term *goal) {
  struct session *session = &deducer->session;
  const struct term *fails = term_apply(deducer->terms, OP_NOT, goal, NULL, NULL);
  bool satisfiable = true;
  session_ask(session);
  session_assume(session, premises->items, premises->count);
  session_assume(session, offered->items, offered->count);
  session_assume(session, &fails, 1);
  enum status status = session_check(session, &satisfiable);
  return status == STATUS_OK && !satisfiable;
}

static void keep_failed(struct deducer *deducer, struct premises *offered) {
  size_t kept = 0;
  for (size_t i = 0; i < offered->count; i++)
    if (session_core_has(&deducer->session, offered->items[i]))
      offered->items[kept++] = offered->items[i];
  offered->count = kept;
}

bool deduce(struct deducer *deducer, const struct premises *premises,
            const struct premises *offered, const struct term *goal, struct premises *used) {
  used->count = 0;
  if (term_is_true(goal))
    return true;
  vector_append(used, offered->items, offered->count);
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
    vector_append(used, fewer.items, fewer.count);
    if (i > used->count)
      i = used->count;
  }
  vector_release(&fewer);
  return true;
}
