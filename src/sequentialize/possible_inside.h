/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to possible*.c and pruning.c: values, states, and what is noted about nodes. */
#ifndef SEQUENTIALIZE_POSSIBLE_INSIDE_H
#define SEQUENTIALIZE_POSSIBLE_INSIDE_H

#include "base/map.h"
#include "base/vector.h"
#include "sequentialize/flat.h"

enum { POSSIBLE_CELLS = 256, POSSIBLE_SEEN = 4, POSSIBLE_ANY = 255 };

/* A value. If it is not known, it may be anything, and its bits are 0. */
struct possible_value {
  uint64_t bits, known;
};

/* The values that a register or cell may have, if they are few; else `count` is POSSIBLE_ANY. */
struct possible_fact {
  uint8_t count;
  uint64_t seen[POSSIBLE_SEEN];
};

/* A scalar in memory whose values are followed. It is in a variable, a record of a thread, or a
 * local variable. */
struct possible_cell {
  uint64_t address;
  uint32_t size, object; /* object: the number of the object in sharing.h */
  bool is_lost;          /* it is also accessed in parts, so that nothing is known of it */
  struct possible_fact values;
};

/* The state in which a thread comes to a node. `base` and `start`: the memory, and the node, at
 * the beginning of the step. */
struct possible_config {
  uint32_t registers, cells, base, start; /* numbers of vectors of values; `start` is a node */
};

struct possible_place {
  bool is_reached;
  bool may_fail;    /* WAIT, CHECK: the condition may not hold */
  bool is_joined;   /* there are too many configurations: they are joined to one for each start */
  bool is_unplaced; /* it also accesses memory that is in no cell */
  uint8_t repeats;  /* ALLOCATE: is it on a cycle? 0: not asked yet; 1: no; 2: yes */
  uint64_t taken;   /* BRANCH: the successors, one bit each */
  struct possible_fact stored;
  uint64_t read[POSSIBLE_CELLS / 64], written[POSSIBLE_CELLS / 64];
  VECTOR(struct possible_config) configs;
  struct map met; /* the nodes where steps of other threads begin, by unit and node */
};

struct possible_unit {
  struct flat_unit *unit;
  struct possible_place *places;     /* per node */
  struct possible_fact *registers;   /* per register of the unit */
  struct possible_fact arguments[2]; /* of the threads that run it */
  bool *is_clean;                    /* per node: see flow_clean */
  bool is_lost; /* a function with too many states: it counts as one that may do anything */
};

/* A step, from one place where a thread can stop to the next. */
struct possible_step {
  uint32_t unit, start, before, after;
};

struct possible_work {
  uint32_t unit, node;
  struct possible_config config;
  size_t met; /* of a place to stop: how many of the steps of its memory were applied */
};

/* The steps that other threads can make when memory has these contents. */
struct possible_after {
  uint32_t step, cells;
};
struct possible_meeting {
  size_t tried;
  VECTOR(struct possible_after) list;
};

struct possible_outcome {
  struct possible_value result;
  uint32_t cells;
};
struct possible_outcomes {
  VECTOR(struct possible_outcome) list;
  bool is_lost;
};

struct possible {
  struct sequentializer *s;
  struct possible_unit *units; /* routines, then functions */
  size_t unit_count;
  VECTOR(struct possible_cell) cells;
  uint32_t cell_count; /* how many are followed; the next analysis follows more */
  struct map cell_numbers, pointees;
  struct interner *vectors, *configs, *steps, *calls;
  VECTOR(struct possible_step) step_list;
  VECTOR(struct possible_outcomes) outcomes; /* per call */
  VECTOR(struct possible_work) work, stops;
  VECTOR(struct possible_meeting) meetings; /* per memory */
  uint64_t effort;
  unsigned most_values, depth;
  bool again;       /* something more has to be followed: the analysis begins again */
  bool is_too_much; /* there are too many states: the analysis gives up */
};

struct possible_state {
  uint32_t unit;
  struct possible_value *registers, *cells;
  struct possible_value self; /* the address of the thread's record, if it is known */
};

/* Receives what comes after a node: another node, or the end of the thread or function. */
struct possible_sink {
  void (*go)(struct possible_sink *sink, struct possible_state *state, uint32_t node);
  void (*end)(struct possible_sink *sink, struct possible_state *state,
              const struct flat_node *node);
};

/* possible_memory.c */
struct possible_value possible_known(uint64_t bits, unsigned width);
/* Adds a value to those of a fact. False: there are too many now. */
bool possible_note(const struct possible *p, struct possible_fact *fact,
                   struct possible_value value);
struct possible_value possible_evaluate(const struct possible *p,
                                        const struct possible_state *state,
                                        const struct flat_instance *instance,
                                        const struct term *term);
/* The cell that the access at this node reads or writes; NO_NODE_AT: it is not one certain cell.
 * Bit i of `touched`: it may be cell i. */
uint32_t possible_cell_at(struct possible *p, const struct possible_state *state, uint32_t node,
                          const struct term *address, uint32_t size,
                          uint64_t touched[POSSIBLE_CELLS / 64]);
/* Gives a cell a value. */
void possible_set(struct possible *p, struct possible_state *state, uint32_t cell,
                  struct possible_value value);
void possible_forget(struct possible_state *state, const uint64_t touched[POSSIBLE_CELLS / 64]);
void possible_begin(const struct possible *p, struct possible_value *cells);
#define POSSIBLE_SLOT_ROOM (UINT64_C(1) << 20) /* for each local variable */
/* The address of a local variable, if it has one of its own. */
struct possible_value possible_slot(const struct possible *p, const struct possible_state *state,
                                    uint32_t node);
/* Gives the number of a vector of values. `live`: the values that matter, NULL: all. */
uint32_t possible_intern(struct possible *p, const struct possible_value *values, size_t count,
                         const uint64_t *live);
void possible_extract(const struct possible *p, uint32_t number, struct possible_value *values,
                      size_t count);

/* possible_step.c: the effect of a node. */
void possible_execute(struct possible *p, struct possible_state *state, uint32_t number,
                      struct possible_sink *sink);
void possible_set_register(struct possible *p, struct possible_state *state,
                           const struct flat_instance *instance, uint32_t number,
                           struct possible_value value);

/* possible_call.c: the effect of a call of a function that stays a C function, and its
 * arguments. */
void possible_call(struct possible *p, struct possible_state *state, const struct flat_node *node,
                   struct possible_sink *sink);
struct possible_value possible_argument(const struct possible *p,
                                        const struct possible_state *state,
                                        const struct flat_node *node,
                                        const struct function *function, uint32_t index);
/* Can the condition of the node fail (bit 0), and can it hold (bit 1)? */
unsigned possible_condition(struct possible *p, struct possible_state *state, uint32_t node);
/* The number of a unit. */
uint32_t possible_unit_of(const struct possible *p, const struct flat_unit *unit);

/* Besides the values of cells, memory says for each routine whether a thread of it was created:
 * in an earlier step, or in this one. */
enum { POSSIBLE_EARLIER = 1, POSSIBLE_NOW = 2 };
static inline size_t possible_width(const struct possible *p) {
  return p->cell_count + p->s->routines.count;
}

#endif
