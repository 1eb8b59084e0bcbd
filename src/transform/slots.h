/* SPDX-License-Identifier: Apache-2.0 */
/* The slots of a program: the places with a memory order, or where a fence could be added. A choice
 * of an order for each slot is a setting. Orders are attributes of edges, so another setting needs
 * no compilation: it is written into the edges.
 *
 * A slot is a source location. A function of a header that is compiled into several files is one
 * location, and all its edges get the same order. So is a call in the definition of a macro
 * (macros.h). */
#ifndef TRANSFORM_SLOTS_H
#define TRANSFORM_SLOTS_H

#include "base/vector.h"
#include "program/program.h"
#include "semantics/machine.h"

enum slot_kind {
  SLOT_LOAD,
  SLOT_STORE,
  SLOT_RMW,
  SLOT_CAS,         /* the order of a compare-exchange that succeeds */
  SLOT_CAS_FAILURE, /* … and of one that fails */
  SLOT_FENCE,       /* relaxed: it could be left out */
  SLOT_BEFORE,      /* a fence that could be added before an access; relaxed: it is not there */
  SLOT_AFTER,       /* … and after one */
};

struct order_slot {
  enum slot_kind kind;
  struct position at;
  const struct function *function;
  uint32_t ordinal;        /* among those of one kind at one place of the function */
  enum memory_order given; /* that the program has; relaxed for a fence that could be added */
  unsigned allowed;        /* orders it can have, a set as in strength.h */
  bool is_computed;        /* the order is an argument: every value has edges of its own */
  bool follows_load;       /* of SLOT_AFTER: the access is a load */
  const char *macro;       /* whose definition `at` is in; or NULL */
  VECTOR(struct edge *) edges;
};

struct order_slots {
  struct program *program;
  VECTOR(struct order_slot) list; /* of which the last are fences that could be added */
  size_t given_count;             /* the others */
};

/* Which orders can be changed under a memory model: under rc11 those of all accesses and fences,
 * under the others those of fences. Library models are left alone. Makes room for fences in the
 * program: to be called before anybody looks at it. */
struct order_slots *slots_create(struct program *program, enum memory_model model);
void slots_destroy(struct order_slots *slots);

/* From here on a fence that could be added is a step, with or without an effect, so that executions
 * with it and without it have the same steps. */
void slots_show_fences(struct order_slots *slots);
/* Gives all edges the orders of the setting. */
void slots_set(struct order_slots *slots, const unsigned char *setting);
/* "store", "fence before": what the slot is. */
const char *slots_kind_name(enum slot_kind kind);
static inline bool slots_is_new_fence(const struct order_slot *slot) {
  return slot->kind == SLOT_BEFORE || slot->kind == SLOT_AFTER;
}

#endif
