/* SPDX-License-Identifier: Apache-2.0 */
/* Which threads of a state conflict: their next steps, or the next step of one and anything that
 * another may do before the first one moves. */
#ifndef POR_CONFLICTS_H
#define POR_CONFLICTS_H

#include "por/next.h"
#include "por/persistent_set.h"

/* The threads of a state, by their index. A set of them is a word. */
struct conflicts {
  const struct futures *futures;
  bool checks_leaks, checks_races;
  /* To be set for each state: */
  bool trusts; /* futures are known */
  size_t count, witness;
  struct next nexts[MOST_THREADS];
};

static inline bool readiness_is_enabled(enum readiness readiness) {
  return readiness == READY || readiness == READY_SPURIOUSLY;
}
static inline bool readiness_is_active(enum readiness readiness) {
  return readiness != FINISHED && readiness != STOPPED;
}
static inline bool accesses_overlap(const struct exact_access *a, const struct exact_access *b) {
  return (a->writes || b->writes) && a->start < b->end && b->start < a->end;
}

static inline uint64_t thread_bit(size_t index) { return (uint64_t)1 << index; }

/* To be called when `count`, `nexts` and `trusts` are set for a state. */
void conflicts_begin(struct conflicts *conflicts);
/* Do the next steps of two threads not commute? */
bool conflicts_now(const struct conflicts *conflicts, size_t i, size_t j);
/* The threads that may do something, now or later, that the next step of this one does not commute
 * with. */
uint64_t conflicts_of(const struct conflicts *conflicts, size_t index);

#endif
