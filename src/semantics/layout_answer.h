/* SPDX-License-Identifier: Apache-2.0 */
/* Answers what a program asks about the layout of objects (layout.h). */
#ifndef SEMANTICS_LAYOUT_ANSWER_H
#define SEMANTICS_LAYOUT_ANSWER_H

#include "semantics/machine.h"

struct layout_request {
  const struct edge *edge, *user_edge;
  struct value values[2]; /* of its addresses */
  unsigned width;         /* of the answer */
  /* Chooses one bit; false: the domain has no number for it. */
  bool (*choose)(struct machine *machine, const struct edge *edge, uint64_t *bit);
};

/* The answer to a NONDET_LAYOUT. OUTCOME_PRUNED: there is no such layout. */
enum outcome layout_answer(struct machine *machine, struct state *state,
                           const struct layout_request *request, struct value *answer);

#endif
