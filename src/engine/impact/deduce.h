/* SPDX-License-Identifier: Apache-2.0 */
/* The premises that a conclusion really needs: the unsatisfiable core of its refutation,
 * minimised. */
#ifndef ENGINE_IMPACT_DEDUCE_H
#define ENGINE_IMPACT_DEDUCE_H

#include "engine/entail.h"

struct deducer {
  struct session session;
  struct terms *terms;
};

void deducer_init(struct deducer *deducer, struct terms *terms, const char *backend,
                  const struct limits *limits);
void deducer_release(struct deducer *deducer);

/* Does `goal` follow from the premises and what is offered? Then `used` has, of what is offered, a
 * small part that is enough. If the solver cannot tell: no. */
bool deduce(struct deducer *deducer, const struct premises *premises,
            const struct premises *offered, const struct term *goal, struct premises *used);

#endif
