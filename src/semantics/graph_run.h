/* SPDX-License-Identifier: Apache-2.0 */
/* Inside semantics/: an execution of an axiomatic memory model, along a schedule with exceptions
 * (schedule.h). Memory holds the newest write of each location; reads of older writes, and writes
 * that come before the newest, are the exceptions. All accesses are noted, and in the end the graph
 * they form is checked against the axioms: only then the execution counts. */
#ifndef SEMANTICS_GRAPH_RUN_H
#define SEMANTICS_GRAPH_RUN_H

#include "semantics/machine.h"
#include "semantics/schedule.h"
#include "semantics/veil.h"

struct graph_run;
/* Becomes the veil of the machine. */
struct graph_run *graph_run_create(struct machine *machine, const struct schedule *schedule);
void graph_run_destroy(struct graph_run *run);

/* Before and after every step of a thread. */
void graph_run_begin_step(struct graph_run *run, const struct thread *thread);
void graph_run_end_step(struct graph_run *run, const struct state *state,
                        const struct thread *thread);
/* Why the execution is none of the model, or cannot be checked; NULL: it is one. */
const char *graph_run_refutes(struct graph_run *run);
/* Fills machine.violation. */
bool graph_run_finds_race(struct graph_run *run, const struct state *state);

#endif
