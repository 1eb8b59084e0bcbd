/* SPDX-License-Identifier: Apache-2.0 */
/* Accesses to memory: one that a step makes, and one that a thread is about to make. */
#ifndef SEMANTICS_STEP_ACCESS_H
#define SEMANTICS_STEP_ACCESS_H

#include "semantics/machine.h"

/* An access in the course of a step, to memory at `place` once that is found. */
struct memory_access {
  struct machine *machine;
  struct state *state;
  struct thread *thread;
  const struct edge *edge;
  uint64_t size; /* bytes */
  enum memory_order order;
  bool writes;
  struct place place;
};

/* An access of a thread's next step. */
struct access {
  uint64_t address, size;
  bool writes, is_atomic;
  bool is_unknown; /* address or size cannot be told: taken for all of an object or everything */
  bool has_values; /* then: these say what it is, of 64 bits (open.h) */
  struct value at, length;
};

static inline bool access_conflicts(const struct access *a, const struct access *b) {
  return (a->writes || b->writes) && !(a->is_atomic && b->is_atomic) &&
         a->address < b->address + b->size && b->address < a->address + a->size;
}

/* Does the thread execute a function of a specification? Its accesses are not the program's: they
 * neither race nor synchronise. */
static inline bool is_observing(const struct thread *thread) {
  return thread_top(thread)->function->is_observer;
}

#endif
