/* SPDX-License-Identifier: Apache-2.0 */
/* Executes a program once: under a random schedule, or along a recorded one. */
#ifndef SEMANTICS_RUN_H
#define SEMANTICS_RUN_H

#include "base/limits.h"
#include "semantics/machine.h"
#include "semantics/schedule.h"

/* Which thread moves next in a random run. */
struct scheduler {
  /* A READY thread; NULL: none is. `last` moved last, NULL at the start. */
  struct thread *(*pick)(struct scheduler *scheduler, struct machine *machine, struct state *state,
                         struct thread *last);
};

struct run_options {
  uint64_t seed;                 /* of a random run */
  struct scheduler *scheduler;   /* NULL: switch threads seldom or often, as drawn from the seed */
  const struct schedule *replay; /* NULL: random */
  struct limits limits;
  uint64_t most_steps; /* 0: any number */
  bool spares_holders; /* threads that hold fewest locks move first, which makes deadlocks likely */
  struct schedule *record; /* receives the execution; may be NULL */
};

enum run_end {
  RUN_EXITED, /* machine.exit_code tells */
  RUN_PRUNED,
  RUN_VIOLATION,   /* machine.violation tells */
  RUN_UNSUPPORTED, /* machine.reason tells */
  RUN_STUCK,       /* every thread waits, and deadlocks were not asked for */
  RUN_LIMIT,       /* machine.reason tells: also time, memory, interrupted */
  RUN_DIVERGED,    /* the record does not fit the program; machine.reason tells where */
  RUN_ENDED_EARLY, /* the record ended before the execution did */
};

/* `machine` has program, domain, properties, listeners and output set; the run sets its chooser.
 * Checks races and deadlocks in every state if they are among the properties. `state` receives the
 * last state, to describe a violation with; the caller destroys it. */
enum run_end run_program(struct machine *machine, const struct run_options *options,
                         struct state **state);

/* Are they the same error at the same place by the same threads? */
bool violation_is_same(const struct violation *a, const struct violation *b);

#endif
