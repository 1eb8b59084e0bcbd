/* SPDX-License-Identifier: Apache-2.0 */
/* The abstract reachability tree: nodes with a location and a label, and the covering relation. A
 * label is a set of formulas over the symbols of the location's cells; all of them hold whenever
 * the node is reached. Nodes are ordered by their creation. */
#ifndef ENGINE_IMPACT_ART_H
#define ENGINE_IMPACT_ART_H

#include "engine/locations.h"

#define NO_NODE UINT32_MAX

struct art_node {
  uint32_t location, parent;   /* NO_NODE: a start of the program */
  const struct action *action; /* from the parent to it */
  struct premises label;
  uint32_t coverer; /* the node that covers it, or NO_NODE */
  bool is_dead;     /* its label says that it cannot be reached */
  bool is_waiting;
  VECTOR(uint32_t) covered, children;
  VECTOR(bool) wanted, expanded; /* by thread of the location */
};

struct nodes_at {
  uint32_t *items;
  size_t count, capacity;
};

struct art {
  VECTOR(struct art_node) nodes;
  VECTOR(struct nodes_at) at; /* by location */
  VECTOR(uint32_t) waiting;   /* the last is the next */
  uint64_t covers, uncovers;
};

void art_release(struct art *tree);
/* A node with the label true; it waits. */
uint32_t art_add(struct art *tree, uint32_t parent, const struct action *action);
void art_wait(struct art *tree, uint32_t node);
/* NO_NODE: none waits. */
uint32_t art_take(struct art *tree);

/* Is the node covered, or one above it? Or is it dead, which is as good? */
bool art_is_covered(const struct art *tree, uint32_t node);
/* From now on `coverer` covers the node, and what is below the node covers nothing any more. */
void art_cover(struct art *tree, uint32_t number, uint32_t coverer);
/* The node cannot be reached. */
void art_kill(struct art *tree, uint32_t number);
/* The node is not covered any more. */
void art_uncover(struct art *tree, uint32_t number);
bool label_has(const struct premises *label, const struct term *formula);

#endif
