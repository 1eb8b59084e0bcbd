/* Does a set of one-bit terms have a model, does it imply another? Only the terms that share
 * variables with what is asked, directly or through others, are looked at, and every question is
 * asked once. */
#ifndef ENGINE_MODULAR_ENTAIL_H
#define ENGINE_MODULAR_ENTAIL_H

#include "base/map.h"
#include "base/vector.h"
#include "term/term.h"

struct limits;

struct premises {
  const struct term **items;
  size_t count, capacity;
};

struct entailment {
  const char *backend;
  const struct limits *limits;
  struct terms *terms;
  struct interner *questions;
  VECTOR(bool) answers; /* of each: has it a model? */
  VECTOR(struct premises) variables; /* by id of a term: its variables */
  VECTOR(uint32_t) marks; /* by number of a variable: the question that reached it */
  uint32_t question;
  uint64_t asked, solved;
  bool failed; /* the solver could not tell; it is taken for "there is a model" */
};

void entailment_init(struct entailment *entailment, struct terms *terms, const char *backend,
                     const struct limits *limits);
void entailment_release(struct entailment *entailment);

/* Can the premises hold, as far as they concern `focus`? A wrong yes is possible, a wrong no not. */
bool entailment_allows(struct entailment *entailment, const struct premises *premises,
                       const struct premises *focus);
/* Do the premises imply the goal? A wrong no is possible, a wrong yes not. */
bool entailment_implies(struct entailment *entailment, const struct premises *premises,
                        const struct term *goal);

#endif
