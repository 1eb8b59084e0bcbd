/* SPDX-License-Identifier: Apache-2.0 */
/* Inside engine/static/: values as `base + offset + scale * counter`, found in the terms of the
 * program along a path of calls, and from a thread to the one that created it. */
#ifndef ENGINE_STATIC_SYMBOLIC_H
#define ENGINE_STATIC_SYMBOLIC_H

#include "engine/static/assess.h"

struct loops;

/* A register that a loop adds a constant to at the end of each turn, and that nothing else in the
 * loop changes. */
struct loop_counter {
  uint32_t reg, head;
  bool has_start;
  int64_t start, step;
  struct range range; /* in which it stays; it does not wrap */
};

enum symbolic_kind {
  SYMBOLIC_NUMBER,   /* 0 */
  SYMBOLIC_OBJECT,   /* the address of a variable */
  SYMBOLIC_REGISTER, /* what a register of the node `where` holds */
  SYMBOLIC_CELL,     /* what is in a variable at offset `inside` */
  SYMBOLIC_OWN,      /* the block that was allocated for this thread alone: its argument */
};

struct symbolic {
  enum symbolic_kind kind;
  uint32_t where, key; /* a node; a register or an object */
  int64_t inside;
  int64_t offset, scale;
  const struct loop_counter *counter; /* NULL: scale is 0 */
};

/* What symbols a value may have. */
struct symbolic_rules {
  struct analysis *analysis;
  uint32_t class;                             /* of the threads that have an index */
  uint32_t frame;                             /* the node with the loop that creates them */
  bool has_own_argument;                      /* see SYMBOLIC_OWN */
  const struct loop_counter *const *counters; /* of `frame` */
  size_t counter_count;
  /* The value that a load gives; false: it is not known. */
  bool (*load)(void *context, uint32_t node, const struct edge *load, struct symbolic *value);
  void *context;
};

/* The value of a term in a node; false: it is not of this form. */
bool symbolic_value(const struct symbolic_rules *rules, uint32_t node, const struct term *term,
                    struct symbolic *value);
/* Have they the same base, scale and kind of counter? */
bool symbolic_has_base(const struct symbolic *a, const struct symbolic *b);
/* Is the register a counter of the loop? */
bool symbolic_find_counter(struct analysis *analysis, uint32_t node, const struct loops *loops,
                           uint32_t head, uint32_t reg, struct loop_counter *counter);

#endif
