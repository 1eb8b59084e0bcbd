/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/graph: extends the graph by a new action.
 *
 * The action is added maximally: a read takes the newest write, a write comes last, a choice takes
 * its first value. Each alternative becomes a pending graph. */
#ifndef ENGINE_GRAPH_EXTENSION_H
#define ENGINE_GRAPH_EXTENSION_H

#include "engine/graph/search.h"

/* An address that an allocation can get, and the write of the freeing that synchronises with it, or
 * INITIAL_WRITE. */
struct address_option {
  uint64_t address;
  uint32_t source;
};
struct address_options {
  struct address_option *items;
  size_t count, capacity;
};

/* NULL: the execution ends. */
const struct memory_action *extension_add_read(struct graph_search *search,
                                               const struct overlay_access *access, uint32_t slot);
void extension_add_write(struct graph_search *search, const struct overlay_access *access,
                         uint32_t slot, struct value value);
void extension_add_fence(struct graph_search *search, const struct thread *thread, uint32_t slot,
                         enum memory_order order);
/* The value that the choice takes. */
uint64_t extension_add_choice(struct graph_search *search, uint32_t slot, const struct edge *edge,
                              const uint64_t *values, size_t count);
/* Adds the choice of an address, which takes a fresh one. */
void extension_add_address(struct graph_search *search, uint32_t slot, const struct edge *edge,
                           const struct address_options *options);
/* The thread is at a wait that may end spuriously: pushes the graph in which it does. */
void extension_push_spurious(struct graph_search *search, uint32_t slot);

#endif
