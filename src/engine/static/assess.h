/* SPDX-License-Identifier: Apache-2.0 */
/* Inside engine/static/: which obligations the fixed point proves. */
#ifndef ENGINE_STATIC_ASSESS_H
#define ENGINE_STATIC_ASSESS_H

#include "engine/static/static_state.h"

/* An access to memory that several threads can reach. */
struct access_record {
  uint32_t object;
  int64_t low, end; /* bytes */
  uint64_t step;    /* between elements of `size` bytes, or 0 */
  uint32_t size;
  uint32_t class, obligation;
  uint64_t locks, shared, running, created;
  bool writes, is_atomic;
  bool is_self; /* to the thread's own record */
  const struct edge *edge;
};

/* The assessment of obligations while all states are visited once more. */
struct assessment {
  const struct obligations *obligations;
  bool *is_open;           /* per obligation: not proven */
  const struct edge **why; /* … and an edge at which it failed */
  VECTOR(struct access_record) accesses;
  /* Some access or call may lead outside of all objects that the estimates name, such as through a
   * number. It may be valid all the same, and then its effects are missing. Or a place fails that
   * is no obligation. */
  bool misses_effects;
  bool makes_addresses; /* it may be through a number other than 0, or such a place fails */
};

/* The obligation of the property at this edge of the node is not proven. */
void assess_fail(struct analysis *analysis, uint32_t node, const struct edge *edge,
                 unsigned property);
/* The address that is accessed or called. */
void assess_address(struct analysis *analysis, estimate address);
/* … which does not mean that effects are missing. */
void assess_open(struct analysis *analysis, uint32_t node, const struct edge *edge,
                 unsigned property);
/* An access: its memory obligation, and what races are found from. */
void assess_access(struct analysis *analysis, uint32_t node, const struct static_state *state,
                   const struct edge *edge, estimate address, struct range size, bool writes,
                   bool is_atomic);
/* Compares the accesses. */
void assess_races(struct analysis *analysis);

#endif
