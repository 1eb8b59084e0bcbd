/* SPDX-License-Identifier: Apache-2.0 */
/* Decides whether a set of one-bit terms is satisfiable, and which others it implies. A query uses
 * only premises that are connected to it by shared variables. Answers are cached, and so are the
 * latest models, which refute most goals that do not follow. */
#ifndef ABSTRACT_ENTAIL_H
#define ABSTRACT_ENTAIL_H

#include "abstract/closure.h"
#include "base/map.h"
#include "base/vector.h"
#include "solver/session.h"

struct model;
struct evaluator;

struct entailment {
  struct session session;
  struct terms *terms;
  struct interner *questions; /* sorted ids of premises; 0; ids of goals */
  VECTOR(bool) answers; /* by question: are the premises satisfiable, or do they imply all goals? */
  VECTOR(struct premises) variables; /* by id of a term: its variables */
  VECTOR(uint32_t) marks;            /* by number of a variable: the question that reached it */
  uint32_t question;
  struct model *models; /* the latest first */
  struct evaluator *evaluator;
  const struct model *evaluated; /* the model in which the evaluator looks up variables */
  VECTOR(uint32_t) key;          /* scratch */
  uint64_t asked, refuted;       /* questions; models used again */
};

void entailment_init(struct entailment *entailment, struct terms *terms, const char *backend,
                     const struct limits *limits);
void entailment_release(struct entailment *entailment);

bool premises_have(const struct premises *premises, const struct term *formula);
/* Are the premises connected to `focus` satisfiable? Yes if the solver cannot tell. */
bool entailment_allows(struct entailment *entailment, const struct premises *premises,
                       const struct premises *focus);
/* Which goals do the premises imply? A goal that the solver cannot decide is not implied. */
void entailment_filter(struct entailment *entailment, const struct premises *premises,
                       const struct premises *goals, bool *implied);
/* Do the premises imply all goals? */
bool entailment_implies_all(struct entailment *entailment, const struct premises *premises,
                            const struct premises *goals);
/* Keeps the items of the list whose goals, by the same index, the premises imply. */
void entailment_keep(struct entailment *entailment, const struct premises *premises,
                     const struct premises *goals, struct premises *list);

#endif
