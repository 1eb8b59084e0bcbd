/* SPDX-License-Identifier: Apache-2.0 */
/* The last runs of threads within a bound on switches: who gets the last switch runs on alone. What
 * it does then is determined by how it stands and by what it reads. So runs that ended without an
 * error are remembered with what they read, and not made again where all of that is the same. */
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
