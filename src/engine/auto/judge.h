/* SPDX-License-Identifier: Apache-2.0 */
/* Combines the results of the engines of a portfolio. A FALSE counts only after its schedule was
 * replayed here.
 *
 * Asking for the properties one after the other, or in groups, is as good as asking for all at
 * once: an error of a property that is not asked for may end an execution before the error that is,
 * but the engine that is asked for the former finds it.
 *
 * Under rc11, some engines search under sc. What they find violated is violated under rc11, too.
 * Their proofs decide nothing, but UNKNOWN reports them. */
#ifndef ENGINE_AUTO_JUDGE_H
#define ENGINE_AUTO_JUDGE_H

#include "engine/engine.h"

struct opinion {
  const char *engine;
  property_set asked;
  enum memory_model model; /* that it is about: the task's, or sc */
  bool proves_more;        /* it was the first to prove one of them */
  struct result result;
};

struct judge {
  const struct task *task;
  VECTOR(struct opinion) opinions;
  property_set open;          /* not yet proven */
  property_set open_under_sc; /* … even if only executions under sc counted */
  property_set uncovered;     /* rc11: no engine decides these under it */
  property_set violated;      /* by an execution that was followed here */
  unsigned parts;             /* see struct result: somebody has to begin again … */
  char part_reason[512];      /* … because of this */
  struct partial_result partial;
};

void judge_init(struct judge *judge, const struct task *task);
void judge_release(struct judge *judge);
/* Takes the result over. */
void judge_hear(struct judge *judge, const char *engine, property_set asked,
                enum memory_model model, struct result *result);
/* Keeps what an engine knows although it did not decide anything. */
void judge_note(struct judge *judge, enum memory_model model, struct result *result);
/* What engines that search under the model are still to be asked: neither proven nor violated. */
property_set judge_undecided(const struct judge *judge, enum memory_model model);
/* Nothing more important than what was found can come. */
bool judge_is_sure(const struct judge *judge);
/* A race was found, and something more important is not yet decided. */
bool judge_has_only_races(const struct judge *judge);
/* The answer to the task. */
void judge_conclude(struct judge *judge, struct result *result);

#endif
