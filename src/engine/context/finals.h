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

/* Was a run of this thread made before, from the same local state and with the same values to read?
 */
bool finals_include(const struct finals *finals, struct machine *machine, const struct state *state,
                    const struct thread *thread);
/* Adds the run of the footprint, from the local state `component` of the thread. False: it depends
 * on more than can be compared. */
bool finals_add(struct finals *finals, const struct machine *machine, uint32_t component,
                uint32_t number);

#endif
