/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a set of one-bit terms is satisfiable, and which others it implies. Only premises that
 * share variables with the query, directly or through others, are used. Answers are cached, and so
 * are the latest models, which refute most goals that do not follow. */
#ifndef ENGINE_ENTAIL_H
#define ENGINE_ENTAIL_H

#include "base/map.h"
#include "base/vector.h"
#include "solver/session.h"
#include "term/term.h"

struct model;
struct evaluator;

struct premises {
  const struct term **items;
  size_t count, capacity;
};

struct entailment {
  struct session session;
  struct terms *terms;
  struct interner *questions; /* sorted ids of premises; 0; ids of goals */
  VECTOR(bool) answers;       /* of each: can the premises hold, or do they imply all goals? */
  VECTOR(struct premises) variables; /* by id of a term: its variables */
  VECTOR(uint32_t) marks;            /* by number of a variable: the question that reached it */
  uint32_t question;
  struct model *models; /* the latest first */
  struct evaluator *evaluator;
  const struct model *evaluated; /* what the evaluator takes variables from */
  VECTOR(uint32_t) key;          /* scratch */
  uint64_t asked, refuted;       /* questions; models used again */
};

void entailment_init(struct entailment *entailment, struct terms *terms, const char *backend,
                     const struct limits *limits);
void entailment_release(struct entailment *entailment);

/* Can the premises hold, as far as they concern the variables of `focus`? If the solver
 * cannot tell: yes. */
bool entailment_allows(struct entailment *entailment, const struct premises *premises,
                       const struct premises *focus);
/* Which of the goals do the premises imply? What the solver cannot tell they do not. */
void entailment_filter(struct entailment *entailment, const struct premises *premises,
                       const struct premises *goals, bool *implied);
/* Do the premises imply all goals? */
bool entailment_implies_all(struct entailment *entailment, const struct premises *premises,
                            const struct premises *goals);
/* Keeps those items of the list whose goal, the one of the same index, the premises imply. */
void entailment_keep(struct entailment *entailment, const struct premises *premises,
                     const struct premises *goals, struct premises *list);

#endif
