/* SPDX-License-Identifier: Apache-2.0 */
/* What the machine tells of its steps, to the listeners in its one list. A listener has a function
 * for each of the four kinds of news that it wants, and NULL for the others:
 *
 *   event   what happened, for stories, witnesses and searches that follow an execution
 *   access  accesses that reduction may not have foreseen
 *   touch   all that a step depends on, for reduction and caches (footprint.h)
 *   number  the numbers that were chosen for values, to repeat them in another domain
 *
 * Conditions of waits are evaluated, not executed: they have no events. While the machine looks at
 * what is not yet executed, it tells only of touches. */
#ifndef SEMANTICS_LISTENER_H
#define SEMANTICS_LISTENER_H

#include "program/program.h"
#include "semantics/state.h"

enum event_kind {
  EVENT_EDGE,
  EVENT_READ,
  EVENT_WRITE, /* executed; other threads may see it only after its EVENT_FLUSH */
  EVENT_FLUSH, /* the store of `edge` becomes visible to all threads */
  EVENT_CHOICE,
  EVENT_REUSE, /* the next allocation reuses an address */
};
struct event {
  enum event_kind kind;
  uint32_t thread;
  const struct edge *edge;
  uint64_t address;   /* READ, WRITE, FLUSH, REUSE */
  uint32_t size;      /* bytes; READ and WRITE of more than 8 have no value */
  struct value value; /* READ, WRITE, FLUSH, CHOICE */
  struct position at; /* of the edge */
  /* READ: of another write than the newest; WRITE: one that is not the newest in modification
   * order. Only in executions of axiomatic models (graph_run.h). */
  bool is_old;
  /* READ, WRITE, in such executions: which access it is, from 1 on; 0: none that counts. If it is
   * old: the write that it reads (0: the first value), or that it comes before. */
  uint64_t access, other;
};

/* Bytes that a step reads or writes. */
struct touched {
  uint64_t address, size;
  uint64_t value; /* that was read, if `is_known` */
  bool writes, is_known;
};

enum touch_kind {
  TOUCH_BYTES,
  TOUCH_EVERYTHING,  /* more than can be listed */
  TOUCH_UNDECIDABLE, /* the step depends on more than its thread and the values listed */
  TOUCH_ALONE,       /* the step asks whether other threads have still to finish: none has */
  TOUCH_NOT_ALONE,   /* … some have */
  TOUCH_END,         /* the step ends its thread */
};

struct listener {
  void (*event)(struct listener *listener, const struct state *state, const struct event *event);
  /* Told before the access is made. The address was one of several, unless `wants_all`. */
  void (*access)(struct listener *listener, const struct state *state, const struct thread *thread,
                 struct touched bytes);
  /* `bytes`: of TOUCH_BYTES; else NULL. */
  void (*touch)(struct listener *listener, enum touch_kind kind, const struct touched *bytes);
  void (*number)(struct listener *listener, uint64_t bits);
  bool wants_all;        /* accesses */
  struct listener *next; /* of the same machine; see machine_listen */
};

#endif
