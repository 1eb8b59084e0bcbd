/* SPDX-License-Identifier: Apache-2.0 */
/* The premises that a conclusion really needs: the unsatisfiable core of its refutation,
 * minimised. */
#ifndef ENGINE_IMPACT_DEDUCE_H
#define ENGINE_IMPACT_DEDUCE_H

#include "abstract/entail.h"

struct deducer {
  struct session session;
  struct terms *terms;
};

void deducer_init(struct deducer *deducer, struct terms *terms, const char *backend,
                  const struct limits *limits);
void deducer_release(struct deducer *deducer);

/* Does `goal` follow from the premises and the offered formulas? If so, `used` gets a small
 * sufficient part of the offered ones. If the solver cannot tell: no. */
bool deduce(struct deducer *deducer, const struct premises *premises,
            const struct premises *offered, const struct term *goal, struct premises *used);

#endif
