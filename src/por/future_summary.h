/* SPDX-License-Identifier: Apache-2.0 */
/* What a function may do from a location on, whichever thread executes it: collected once. */
#ifndef POR_FUTURE_SUMMARY_H
#define POR_FUTURE_SUMMARY_H

#include "base/vector.h"
#include "por/effects.h"

struct liveness;

struct future_item {
  const struct term *pointer; /* NULL: the thread's record */
  struct span span;
};

struct future_summary {
  bool *settled; /* per register: live here and never defined again */
  struct future_draft *fixed;
  VECTOR(struct future_item) items;
  VECTOR(const struct edge *) calls; /* indirect, of settled addresses */
};

struct future_summaries;
struct future_summaries *future_summaries_create(const struct program *program,
                                                 const struct sharing *sharing,
                                                 const struct futures *futures,
                                                 const struct liveness *liveness);
void future_summaries_destroy(struct future_summaries *summaries);
struct effects *future_summaries_effects(const struct future_summaries *summaries);
const struct future_summary *future_summary_at(struct future_summaries *summaries,
                                               const struct function *function, uint32_t location);
/* Does a term of the function keep its value from there on? */
bool future_summary_keeps(const struct future_summary *summary, const struct term *term);

#endif
