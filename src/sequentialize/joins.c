/* SPDX-License-Identifier: Apache-2.0 */
/* Post-dominators of the graph of a unit, cut where a thread can be interrupted; and the nodes at
 * the beginning of their step. */
#include "sequentialize/body.h"

#include "sequentialize/lock_order.h"

#include <string.h>

/* The graph with reversed edges. The number of the exit follows that of the last node. */
struct reverse_graph {
  const struct flat_unit *unit;
  uint32_t exit;
  uint32_t *starts, *sources; /* predecessors of each node */
  uint32_t *order, *position; /* reverse postorder from the exit; UINT32_MAX: does not lead there */
  uint32_t filled;            /* first place of `order` that is used */
};

/* Where an edge of the graph leads: the exit if the thread is interrupted there. */
static uint32_t target_of(const struct reverse_graph *g, const struct flat_node *node, uint32_t k) {
  if (!node->successor_count)
    return g->exit;
  uint32_t successor = node->successors[k];
  return g->unit->nodes.items[successor].is_visible ? g->exit : successor;
}

static uint32_t ways_of(const struct flat_node *node) {
  return node->successor_count ? node->successor_count : 1;
}

static void add_sources(struct reverse_graph *g) {
  uint32_t count = g->exit;
  g->starts = memory_allocate_zeroed((count + 2) * sizeof *g->starts);
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < ways_of(&g->unit->nodes.items[i]); k++)
      g->starts[target_of(g, &g->unit->nodes.items[i], k) + 1]++;
  for (uint32_t i = 0; i <= count; i++)
    g->starts[i + 1] += g->starts[i];
  g->sources = memory_allocate((g->starts[count + 1] + 1) * sizeof *g->sources);
  uint32_t *next = memory_allocate((count + 1) * sizeof *next);
  memcpy(next, g->starts, (count + 1) * sizeof *next);
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < ways_of(&g->unit->nodes.items[i]); k++)
      g->sources[next[target_of(g, &g->unit->nodes.items[i], k)]++] = i;
  memory_release(next);
}

static void number_nodes(struct reverse_graph *g) {
  uint32_t count = g->exit;
  uint32_t *done = memory_allocate_zeroed((count + 1) * sizeof *done);
  VECTOR(uint32_t) stack = {0};
  bool *seen = memory_allocate_zeroed(count + 1);
  g->filled = count + 1;
  g->order = memory_allocate((count + 1) * sizeof *g->order);
  g->position = memory_allocate((count + 1) * sizeof *g->position);
  memset(g->position, 0xff, (count + 1) * sizeof *g->position);
  vector_push(&stack, count);
  seen[count] = true;
  while (stack.count) {
    uint32_t node = vector_last(&stack);
    if (g->starts[node] + done[node] < g->starts[node + 1]) {
      uint32_t next = g->sources[g->starts[node] + done[node]++];
      if (!seen[next])
        vector_push(&stack, next);
      seen[next] = true;
      continue;
    }
    g->order[--g->filled] = node;
    g->position[node] = g->filled;
    stack.count--;
  }
  vector_release(&stack);
  memory_release(seen);
  memory_release(done);
}

static uint32_t meet(const struct reverse_graph *g, const uint32_t *joins, uint32_t a, uint32_t b) {
  while (a != b)
    if (g->position[a] > g->position[b])
      a = joins[a];
    else
      b = joins[b];
  return a;
}

uint32_t *body_joins(const struct flat_unit *unit) {
  struct reverse_graph g = {.unit = unit, .exit = (uint32_t)unit->nodes.count};
  add_sources(&g);
  number_nodes(&g);
  uint32_t *joins = memory_allocate((g.exit + 1) * sizeof *joins);
  memset(joins, 0xff, (g.exit + 1) * sizeof *joins);
  joins[g.exit] = g.exit;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = g.filled; i <= g.exit; i++) {
      uint32_t node = g.order[i], found = NO_NODE_AT;
      if (node == g.exit)
        continue;
      for (uint32_t k = 0; k < ways_of(&unit->nodes.items[node]); k++) {
        uint32_t to = target_of(&g, &unit->nodes.items[node], k);
        if (g.position[to] == UINT32_MAX || joins[to] == NO_NODE_AT)
          continue;
        found = found == NO_NODE_AT ? to : meet(&g, joins, found, to);
      }
      changed |= joins[node] != found;
      joins[node] = found;
    }
  }
  for (uint32_t i = 0; i < g.exit; i++)
    if (joins[i] == g.exit)
      joins[i] = NO_NODE_AT;
  memory_release(g.starts);
  memory_release(g.sources);
  memory_release(g.order);
  memory_release(g.position);
  return joins;
}

bool flow_is_noticed(struct sequentializer *s, const struct flat_node *node) {
  if (node->kind == FLAT_CALL)
    return s->facts.effects[node->function->number] & EFFECT_VISIBLE;
  if (node->kind == FLAT_EDGE && node->edge->op == OPERATION_HOLD)
    return lock_order_is_noted(s, node->instance, node->edge);
  return node->kind == FLAT_EDGE && node->edge->op != OPERATION_ATOMIC_BEGIN &&
         node->edge->op != OPERATION_ATOMIC_END && node->edge->op != OPERATION_WAIT &&
         flat_is_visible(s, node->instance->function, node->edge);
}

bool *flow_clean(struct sequentializer *s, const struct flat_unit *unit) {
  uint32_t count = (uint32_t)unit->nodes.count;
  bool *clean = memory_allocate(count + 1), *dirty = memory_allocate_zeroed(count + 1);
  for (uint32_t i = 0; i < count; i++) {
    const struct flat_node *node = &unit->nodes.items[i];
    bool is_first = i != unit->entry && !flow_is_noticed(s, node) &&
                    !(node->kind == FLAT_EDGE && node->edge->op == OPERATION_WAIT);
    for (uint32_t k = 0; !is_first && k < node->successor_count; k++)
      dirty[node->successors[k]] |= flow_in_step(unit, i, node->successors[k], NULL);
  }
  flow_spread(unit, dirty, flow_in_step, NULL);
  for (uint32_t i = 0; i < count; i++)
    clean[i] = !dirty[i];
  memory_release(dirty);
  return clean;
}
