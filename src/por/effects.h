/* SPDX-License-Identifier: Apache-2.0 */
/* The memory effects of edges, including those of callees and created threads. The summary of a
 * function lists what it may access: fixed objects and addresses, and ranges relative to its
 * parameters and to the record of the running thread. So pthread_mutex_lock accesses the mutex that
 * it is given, and not all mutexes of the program. */
#ifndef POR_EFFECTS_H
#define POR_EFFECTS_H

#include "analysis/sharing.h"
#include "por/future.h"
#include "program/program.h"

/* Bytes relative to a pointer; `whole`: all of the object it points into. */
struct span {
  uint64_t low, high;
  bool whole, writes;
};

/* Receives the effects of an edge. */
struct effect_sink {
  /* `pointer`: over the registers of the edge's function; NULL: the record of the running thread.
   */
  void (*access)(struct effect_sink *sink, const struct term *pointer, struct span span);
  struct future_draft *fixed; /* receives all that depends on no register */
};

struct effects;
struct effects *effects_create(const struct program *program, const struct sharing *sharing,
                               const struct futures *futures);
void effects_destroy(struct effects *effects);

void effects_visit_edge(struct effects *effects, const struct function *function,
                        const struct edge *edge, struct effect_sink *sink);
/* The effects of calling `callee` at an indirect call whose address is known. */
void effects_visit_callee(struct effects *effects, const struct edge *call,
                          const struct function *callee, struct effect_sink *sink);

/* The ends of the slots of a function that is on a thread's stack. */
void effects_visit_slots(struct effects *effects, const struct function *function,
                         struct effect_sink *sink);

/* Where a term points, as far as the text of its function tells. */
enum base_kind { BASE_UNSET, BASE_CONSTANT, BASE_PARAMETER, BASE_SELF, BASE_OTHER };
struct base {
  enum base_kind kind;
  bool exact;         /* else the offset is not known */
  uint32_t parameter; /* position */
  uint64_t offset;    /* or the address */
};
struct base effects_base(struct effects *effects, const struct function *function,
                         const struct term *term);
/* A span at an address of the program, at most its object. False: there is no object. */
bool effects_add_constant(struct effects *effects, uint64_t address, struct span span,
                          struct future_draft *draft);
/* All the term may point to. */
void effects_add_pointees(struct effects *effects, const struct function *function,
                          const struct term *term, bool writes, struct future_draft *draft);

#endif
