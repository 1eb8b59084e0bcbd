/* SPDX-License-Identifier: Apache-2.0 */
/* The abstract reachability tree: nodes with a location and a label, and the covering relation. A
 * label is a set of formulas over the symbols of the location's cells; all of them hold whenever
 * the node is reached. Nodes are ordered by their creation. */
#ifndef ENGINE_IMPACT_ART_H
#define ENGINE_IMPACT_ART_H

#include "abstract/locations.h"

#define NO_NODE UINT32_MAX

struct art_node {
  uint32_t location, parent;   /* parent of the initial nodes: NO_NODE */
  const struct action *action; /* that leads to it */
  struct premises label;
  uint32_t coverer; /* or NO_NODE */
  bool is_dead;     /* its label is false: it cannot be reached */
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
  VECTOR(uint32_t) waiting;   /* the last one is the next */
  uint64_t covers, uncovers;
};

void art_release(struct art *tree);
/* Adds a node with the label true, and lets it wait. */
uint32_t art_add(struct art *tree, uint32_t parent, const struct action *action);
void art_wait(struct art *tree, uint32_t node);
/* Takes a waiting node; NO_NODE: none waits. */
uint32_t art_take(struct art *tree);

/* Is the node, or one above it, covered or dead? */
bool art_is_covered(const struct art *tree, uint32_t node);
/* Covers the node. Nodes below it no longer cover others. */
void art_cover(struct art *tree, uint32_t number, uint32_t coverer);
/* Marks a node that cannot be reached. */
void art_kill(struct art *tree, uint32_t number);
/* Ends the covering of the node. */
void art_uncover(struct art *tree, uint32_t number);

#endif
