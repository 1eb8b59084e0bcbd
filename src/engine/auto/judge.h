/* SPDX-License-Identifier: Apache-2.0 */
/* Combines the results of the engines of a portfolio. FALSE counts only after its schedule was
 * replayed here.
 *
 * Engines may be asked for properties one by one or in groups: an error of another property may
 * end an execution before the error asked for, but the engine that is asked for the former finds
 * it.
 *
 * Under rc11, some engines search under sc. Violations that they find are violations under rc11,
 * too. Their proofs decide nothing, but UNKNOWN reports them. */
#ifndef ENGINE_AUTO_JUDGE_H
#define ENGINE_AUTO_JUDGE_H

#include "engine/engine.h"

struct opinion {
  const char *engine;
  property_set asked;
  enum memory_model model; /* of the search: the task's, or sc */
  bool proves_more;        /* it was the first to prove one of the properties */
  struct result result;
};

struct judge {
  const struct task *task;
  VECTOR(struct opinion) opinions;
  property_set open;          /* not yet proven */
  property_set whole;         /* proven as a whole, rather than by their obligations */
  property_set open_under_sc; /* … nor proven for executions under sc */
  property_set uncovered;     /* rc11: no engine can decide these under it */
  property_set violated;      /* by an execution that was replayed here */
  unsigned parts;             /* see struct result: the search must restart … */
  char part_reason[512];      /* … for this reason */
  struct partial_result partial;
  struct board *board; /* the answers of all engines */
  const char *refuted; /* the engine that proved what an execution violates; NULL: none */
};

void judge_init(struct judge *judge, const struct task *task);
void judge_release(struct judge *judge);
/* Takes over the result of an engine. */
void judge_hear(struct judge *judge, const char *engine, property_set asked,
                enum memory_model model, struct result *result);
/* Takes only the partial result, the board and the parts of a result. */
void judge_note(struct judge *judge, const char *engine, enum memory_model model,
                struct result *result);
/* The properties to ask for in searches under the model: neither proven nor violated. */
property_set judge_undecided(const struct judge *judge, enum memory_model model);
/* Is the verdict final, since no result can be more important? */
bool judge_is_sure(const struct judge *judge);
/* Was only a race found while something more important is undecided? */
bool judge_has_only_races(const struct judge *judge);
/* Sets what is known so far, as for UNKNOWN; the board is a copy. The caller releases the result.
 */
void judge_report(const struct judge *judge, struct result *result);
/* Sets the result of the task. */
void judge_conclude(struct judge *judge, struct result *result);

#endif
