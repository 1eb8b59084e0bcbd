/* SPDX-License-Identifier: Apache-2.0 */
/* The last runs of threads within a bound on switches: the thread that gets the last switch runs
 * alone. Its behaviour depends only on its local state and on the values that it reads. So runs
 * that ended without an error are cached with the values they read, and not repeated if all of
 * these are equal. */
#ifndef ENGINE_CONTEXT_FINALS_H
#define ENGINE_CONTEXT_FINALS_H

#include "base/map.h"
#include "base/vector.h"
#include "por/watched.h"
#include "semantics/footprint.h"
#include "semantics/machine.h"

struct final_run {
  uint32_t first, count; /* in watched */
  uint32_t next;         /* run from the same component */
  bool asks_alone, is_alone;
};

struct finals {
  struct map runs; /* by component of the thread: the last one */
  VECTOR(struct final_run) list;
  VECTOR(struct watched) watched;
  struct footprint footprint; /* of the run being made */
  uint32_t cut_at;            /* the last node at which a switch was left out, plus one */
};

void finals_release(struct finals *finals);

struct tree;
/* The thread with this index has got the last switch, at a node whose state is loaded. True: its
 * run ends without an error, and needs no nodes. Where something is open, or could be wrong, it has
 * to be made step by step. */
bool finals_decide(struct tree *tree, uint32_t node, size_t index);

#endif
