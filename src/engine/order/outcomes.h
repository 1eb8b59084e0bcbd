/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/order: what a run found besides events: possible errors, executions that are
 * left out, inputs, and how threads end. */
#ifndef ENGINE_ORDER_OUTCOMES_H
#define ENGINE_ORDER_OUTCOMES_H

#include "base/vector.h"
#include "term/term.h"

struct edge;

/* A violation by the thread, if the condition can be true. */
struct possible_error {
  const struct term *condition;
  uint32_t thread;
};

/* Executions that the formula leaves out: those in which the condition is true. */
struct incompleteness {
  const struct term *condition;
  uint32_t node;   /* the node that is open there, or NO_NODE */
  bool misaligned; /* by an assumption about addresses, which is dropped if a model violates it */
  bool mixed;      /* models of violations satisfy none of these */
  bool unwinding;  /* by a bound, which can be increased */
  bool decided;    /* by a bound of a loop that certainly ends, but has many events */
  unsigned parts;  /* of REUSE_*: addresses of these kinds have to be reused (parts.c) */
  uint64_t bound;  /* if `unwinding`: its key */
  const char *what, *rest; /* the reason, with the position of the edge in between; NULL: empty */
  const struct edge *edge;
};

/* An arbitrary value; those of a thread in the order in which it needs them. */
struct choice {
  uint32_t thread;
  const struct edge *edge;
  const struct term *guard, *value;
};

/* An assumption inside an atomic section does not hold. No thread continues there, so such a
 * section is entered only if its assumptions hold; a thread may stop in front of it forever. */
struct impossible {
  const struct term *condition;
  uint32_t node;
};

struct outcomes {
  VECTOR(struct possible_error) errors;
  VECTOR(struct incompleteness) incomplete;
  VECTOR(struct impossible) impossible;
  VECTOR(struct choice) choices;
};

/* A thread ends, or asks in an atomic section whether all others have ended. */
struct thread_end {
  uint32_t thread, node;
  const struct term *condition; /* the condition that it ends, or that the answer is yes */
};

/* Where the condition is true, a thread stays forever: it waits for a condition that does not hold,
 * or it repeats an iteration that changes nothing. */
struct order_stop {
  const struct term *condition;
  uint32_t first_event, end_event; /* the events of the wait or of the iteration */
  bool is_wait;
};

struct thread_ends {
  VECTOR(struct thread_end) ends;
  VECTOR(struct thread_end) questions;
  VECTOR(struct order_stop) stops; /* rc11, if deadlocks are checked */
  bool may_block;                  /* some thread may have to wait */
  bool may_sleep;                  /* some wait may also end without a cause */
};

#endif
