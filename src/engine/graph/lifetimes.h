/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/graph: when blocks were allocated and freed. */
#ifndef ENGINE_GRAPH_LIFETIMES_H
#define ENGINE_GRAPH_LIFETIMES_H

#include "engine/graph/clocked_graph.h"
#include "semantics/state.h"

/* A thread allocated, freed or used a heap block in this step, when it had `after` actions. */
struct block_moment {
  uint64_t address, step;
  uint32_t thread, after;
  bool is_early; /* there was only one thread */
  bool is_again; /* an allocation that got the address of a freed block (block_address.c) */
};
struct block_moments {
  struct block_moment *items;
  size_t count, capacity;
};

struct lifetimes {
  struct block_moments births, deaths;
  bool has_reuse;    /* an allocation may get the address of a freed block */
  uint64_t reusable; /* the address of the library's variable that orders freeing; or 0 */
};

/* Does the moment happen before the next action of the thread? */
bool lifetimes_knows(const struct clocked_graph *graph, uint32_t slot,
                     const struct block_moment *moment);
/* How many earlier blocks had the address. Each life of an address has its own locations. */
uint32_t lifetimes_count(const struct lifetimes *lifetimes, const struct place *place);
/* The last moment of the block; NULL: none. */
const struct block_moment *lifetimes_last(const struct block_moments *list, uint64_t address);
/* Removes the thread's moments after its first `steps` steps. */
void lifetimes_rewind(struct lifetimes *lifetimes, uint32_t slot, uint64_t steps);
void lifetimes_clear(struct lifetimes *lifetimes);
void lifetimes_release(struct lifetimes *lifetimes);

#endif
