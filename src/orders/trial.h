/* SPDX-License-Identifier: Apache-2.0 */
/* Checks whether a program is correct under a setting of its orders, and keeps the counterexamples.
 * A counterexample often refutes other settings too: replaying it proves this, and is much cheaper
 * than a search. */
#ifndef ORDERS_TRIAL_H
#define ORDERS_TRIAL_H

#include "engine/engine.h"
#include "transform/slots.h"

enum trial_outcome {
  TRIED_RIGHT,
  TRIED_BROKEN,    /* an execution was replayed that violates a property */
  TRIED_UNDECIDED, /* a limit was reached, or the engine cannot tell */
};

struct counterexample {
  struct schedule schedule;
};

enum { TRIAL_ENGINES = 2 };

struct order_trial {
  struct order_slots *slots;
  /* What the first one cannot decide, the others are asked, up to NULL; who could decide it is the
   * first one next time. */
  const struct engine *engines[TRIAL_ENGINES + 1];
  struct task task;       /* limits: of all attempts together */
  double attempt_seconds; /* for one of them; 0: no limit */
  bool shows_progress;
  bool logs;
  VECTOR(struct counterexample *) counterexamples;
  VECTOR(unsigned char *) right; /* settings that were proven */
  uint64_t attempts, replays;
  double right_seconds, /* that the last proof took … */
      other_seconds;    /* … and all attempts since that ended otherwise */
  const char *stage;    /* for the progress line */
  char reason[512];     /* why the last attempt was undecided */
};

/* Runs the engines on the task, each within the limits of an attempt. */
void trial_run(struct order_trial *trial, struct task task, struct result *result);
/* Searches for a violation under the setting. If there is one, `*why` gets it. */
enum trial_outcome trial_ask(struct order_trial *trial, const unsigned char *setting,
                             const struct counterexample **why);
/* Does the execution, or another one that is known, break the program under the setting? */
bool trial_replays(struct order_trial *trial, const struct counterexample *known,
                   const unsigned char *setting);
const struct counterexample *trial_find(struct order_trial *trial, const unsigned char *setting);
/* Has the time passed, or did the user interrupt? */
bool trial_is_over(const struct order_trial *trial);
void trial_clear_progress(const struct order_trial *trial);
/* All executions that are known: what follows has other steps. */
void trial_forget(struct order_trial *trial);
void trial_release(struct order_trial *trial);

#endif
