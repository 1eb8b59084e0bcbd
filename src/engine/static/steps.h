/* SPDX-License-Identifier: Apache-2.0 */
/* Inside engine/static/: the effect of edges, the search for a fixed point, and its check. */
#ifndef ENGINE_STATIC_STEPS_H
#define ENGINE_STATIC_STEPS_H

#include "engine/static/assess.h"

/* Where an edge leads, and with which state. */
struct successor {
  uint32_t node, location;
  struct static_state state;
  uint32_t way; /* from the stop that is visited (ways.h) */
};
enum { MOST_SUCCESSORS = 64 };
struct successors {
  struct successor list[MOST_SUCCESSORS];
  size_t count;
};

/* The effect of an edge of the node on a state. */
void steps_take(struct analysis *analysis, uint32_t node, const struct edge *edge,
                const struct static_state *state, struct successors *out);

/* The node of a call; makes it if there is none. */
uint32_t steps_child(struct analysis *analysis, uint32_t parent, const struct edge *call,
                     const struct function *function);
/* … NO_NODE: there is none. */
uint32_t steps_known_child(const struct analysis *analysis, uint32_t parent,
                           const struct edge *call, const struct function *function);
/* Also for a turn of a loop. */
uint32_t steps_add_node(struct analysis *analysis, const struct node *node);
/* The node for the state in which the edge of the node leads to the location. */
uint32_t turns_place(struct analysis *analysis, uint32_t number, const struct edge *edge,
                     uint32_t location, const struct static_state *state);
/* Registers of a call that a jump may lead back to. */
void jumps_keep_registers(struct analysis *analysis, uint32_t number,
                          const struct radix_tree *registers);
/* A longjmp. */
void jumps_take(struct analysis *analysis, uint32_t number, const struct edge *edge,
                const struct static_state *state, struct successors *out);
void steps_call(struct analysis *analysis, uint32_t node, const struct edge *edge,
                const struct static_state *state, struct successors *out);
void steps_wait(struct analysis *analysis, uint32_t node, const struct edge *edge,
                const struct static_state *state, struct successors *out);
void steps_return(struct analysis *analysis, uint32_t number, const struct edge *edge,
                  const struct static_state *state);
void steps_spawn(struct analysis *analysis, uint32_t node, const struct edge *edge,
                 struct static_state *state);
/* Another state comes to the entry of a node. */
void steps_enter(struct analysis *analysis, uint32_t number, const struct static_state *state);

#endif
