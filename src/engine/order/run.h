/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/order: a run is the symbolic execution of every thread up to the bounds. The
 * order between threads is not decided here: a read of shared memory returns a fresh variable. */
#ifndef ENGINE_ORDER_RUN_H
#define ENGINE_ORDER_RUN_H

#include "analysis/sharing.h"
#include "analysis/waiting.h"
#include "base/limits.h"
#include "engine/order/guard.h"
#include "engine/order/instances.h"
#include "engine/order/knowledge.h"
#include "engine/order/log.h"
#include "engine/order/outcomes.h"
#include "engine/order/symbols.h"
#include "engine/order/unwinding.h"
#include "semantics/memory_model.h"

struct liveness;
struct order_parts;
struct stale_parts;

/* The limits of the task, which are checked only now and then. */
struct run_limit {
  const struct limits *limits;
  uint32_t work;      /* since the last check */
  enum status status; /* other than STATUS_OK: a limit ended the run, for this reason */
  const char *reason;
};

struct order_run {
  const struct program *program;
  property_set properties;
  enum memory_model memory_model;
  struct run_limit limit;
  struct sharing *sharing;
  struct liveness *liveness;
  struct waiting *waiting;
  struct stale_parts *stale_parts; /* of the task */
  struct knowledge *knowledge;     /* of earlier runs; this one adds to it */
  struct order_parts *parts;
  struct unwinding unwinding;
  struct arena *arena;
  struct terms *terms;
  struct symbols symbols;
  struct instances instances;
  const struct edge *site; /* the user's call of the library function being executed, or NULL */
  bool observes;           /* a function of a specification is being executed */
  uint32_t next_path;
  struct event_log log;
  struct outcomes outcomes;
  struct thread_ends endings;
};

/* Executes all threads. The caller has set the task's part, analyses, terms and bounds. */
void order_run_execute(struct order_run *run);
void order_run_release(struct order_run *run);

enum { WORK_OF_EDGE = 32, WORK_OF_PAIR = 1 };
static inline bool run_limit_is_reached(struct run_limit *limit, uint32_t work) {
  enum { WORK_BETWEEN_CHECKS = 128 };
  limit->work += work;
  if (limit->status == STATUS_OK && limit->work >= WORK_BETWEEN_CHECKS) {
    limits_spend(limit->limits, limit->work);
    limit->work = 0;
    limit->status = limits_check(limit->limits, &limit->reason);
  }
  return limit->status != STATUS_OK;
}
static inline bool order_run_checks(const struct order_run *run, enum property property) {
  return property_in(property, run->properties);
}
static inline const struct term *order_address(const struct order_run *run, uint64_t number) {
  return term_constant(run->terms, run->program->pointer_width, number);
}

#endif
