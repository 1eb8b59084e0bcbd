/* SPDX-License-Identifier: Apache-2.0 */
/* An execution under an axiomatic memory model, along a schedule with exceptions (schedule.h).
 * Memory holds the newest write of each location; the exceptions are reads of older writes, and
 * writes that come before the newest. All accesses are recorded, and at the end their graph is
 * checked against the axioms: only then the execution counts. */
#ifndef SEMANTICS_GRAPH_RUN_H
#define SEMANTICS_GRAPH_RUN_H

#include "semantics/event_graph.h"
#include "semantics/machine.h"
#include "semantics/overlay.h"
#include "semantics/schedule.h"

struct axiomatic_run;

/* Tells which accesses are exceptions while an execution is recorded. */
struct exception_guide {
  /* Access `number` of the execution is next: adds to the schedule's exceptions if it is one. */
  void (*look)(struct exception_guide *guide, const struct overlay_access *access,
               enum action_kind kind, uint64_t number);
};

/* Becomes the overlay of the machine. */
struct axiomatic_run *axiomatic_run_create(struct machine *machine,
                                           const struct schedule *schedule);
void axiomatic_run_set_guide(struct axiomatic_run *run, struct exception_guide *guide);
void axiomatic_run_destroy(struct axiomatic_run *run);

/* Before and after every step of a thread. */
void axiomatic_run_begin_step(struct axiomatic_run *run, const struct thread *thread);
void axiomatic_run_end_step(struct axiomatic_run *run, const struct state *state,
                            const struct thread *thread);
/* Why the execution is not one of the model, or cannot be checked; NULL: it is one. `may_race`:
 * only the part before a race has to be one. */
const char *axiomatic_run_refutes(struct axiomatic_run *run, bool may_race);
/* Fills machine.violation. */
bool axiomatic_run_finds_race(struct axiomatic_run *run, const struct state *state);

#endif
