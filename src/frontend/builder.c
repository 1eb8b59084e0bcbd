/* SPDX-License-Identifier: Apache-2.0 */
/* Builds a function. Edges are added at the end of a path. At the end, empty edges are removed,
 * locations are numbered in depth-first order, and loop heads are marked. */
#include "frontend/lower.h"

#include <string.h>

uint32_t builder_add_location(struct builder *b) { return b->location_count++; }

struct edge *builder_add_edge_to(struct builder *b, enum operation op, uint32_t to) {
  struct edge edge;
  memset(&edge, 0, sizeof edge);
  edge.from = b->current;
  edge.to = to;
  edge.op = op;
  edge.at = b->at;
  edge.doubt = b->doubt;
  edge.is_assembly = b->in_assembly;
  edge.is_volatile = b->in_volatile;
  vector_push(&b->edges, edge);
  return &vector_last(&b->edges);
}

struct edge *builder_add_edge(struct builder *b, enum operation op) {
  struct edge *edge = builder_add_edge_to(b, op, builder_add_location(b));
  b->current = edge->to;
  return edge;
}

struct edge *builder_add_prologue(struct builder *b, enum operation op) {
  struct edge edge;
  memset(&edge, 0, sizeof edge);
  edge.op = op;
  edge.at = b->function->at;
  vector_push(&b->prologue, edge);
  return &vector_last(&b->prologue);
}

uint32_t builder_add_register(struct builder *b, const struct reg *reg) {
  vector_push(&b->registers, *reg);
  return (uint32_t)b->registers.count - 1;
}

uint32_t builder_add_temporary(struct builder *b, unsigned width, const char *name) {
  struct reg reg = {.width = (uint8_t)width, .name = name};
  return builder_add_register(b, &reg);
}

const struct term *builder_register_term(struct builder *b, uint32_t number) {
  return term_variable(b->lowering->terms, b->registers.items[number].width, number);
}

void builder_add_unsupported(struct builder *b, const char *what) {
  struct edge *edge = builder_add_edge(b, OPERATION_UNSUPPORTED);
  edge->unsupported.what = arena_copy_text(b->lowering->arena, what);
}

void builder_add_assign(struct builder *b, uint32_t target, const struct term *value) {
  struct assignment one = {.target = target, .value = value};
  struct edge *edge = builder_add_edge(b, OPERATION_ASSIGN);
  edge->assign.count = 1;
  edge->assign.list = arena_copy(b->lowering->arena, &one, sizeof one);
}

void builder_add_check(struct builder *b, const struct term *condition, enum property property,
                       bool fatal, const char *message) {
  /* Code of specification automata is not part of the program, so it is not checked. */
  bool is_of_specification = b->function && b->function->is_observer &&
                             (property == PROPERTY_DIVISION || property == PROPERTY_OVERFLOW);
  if (term_is_true(condition) || is_of_specification)
    return;
  struct edge *edge = builder_add_edge(b, OPERATION_CHECK);
  edge->check.condition = condition;
  edge->check.property = property;
  edge->check.fatal = fatal;
  edge->check.message = message;
}

static void add_prologue_edges(struct builder *b) {
  if (!b->prologue.count)
    return;
  uint32_t at = builder_add_location(b), entry = at;
  for (size_t i = 0; i < b->prologue.count; i++) {
    struct edge edge = b->prologue.items[i];
    edge.from = at;
    at = edge.to = i + 1 < b->prologue.count ? builder_add_location(b) : b->entry;
    vector_push(&b->edges, edge);
  }
  b->entry = entry;
}

/* Chains of edges by their source: `first[from]` starts a list linked by `next`, both of which hold
 * an edge's index + 1. Edges of a location keep their order. */
struct outgoing {
  uint32_t *first, *next;
};

static struct outgoing chain_edges(struct builder *b) {
  struct outgoing out = {
      .first = memory_allocate_zeroed(b->location_count * sizeof *out.first),
      .next = memory_allocate_zeroed((b->edges.count + 1) * sizeof *out.next),
  };
  for (size_t i = b->edges.count; i-- > 0;) {
    uint32_t from = b->edges.items[i].from;
    out.next[i + 1] = out.first[from];
    out.first[from] = (uint32_t)i + 1;
  }
  return out;
}

/* Follows edges that do nothing. In a loop of such edges, the result is the smallest location of
 * the loop, which keeps its edge. */
static uint32_t behind_skips(const struct builder *b, const struct outgoing *out, uint32_t at) {
  uint32_t smallest = UINT32_MAX;
  for (uint32_t steps = 0; steps <= 2 * b->location_count; steps++) {
    uint32_t edge = out->first[at];
    if (!edge || b->edges.items[edge - 1].op != OPERATION_SKIP)
      return at;
    at = b->edges.items[edge - 1].to;
    if (steps >= b->location_count && at < smallest) /* in the loop by now, for certain */
      smallest = at;
  }
  return smallest;
}

static void remove_skips(struct builder *b, const struct outgoing *out) {
  uint32_t *target = memory_allocate(b->location_count * sizeof *target);
  for (uint32_t i = 0; i < b->location_count; i++)
    target[i] = behind_skips(b, out, i);
  for (size_t i = 0; i < b->edges.count; i++)
    b->edges.items[i].to = target[b->edges.items[i].to];
  b->entry = target[b->entry];
  memory_release(target);
}

/* One location of the depth-first search: the edge it goes on with. */
struct visit {
  uint32_t location, edge;
};

struct edge_order {
  uint32_t *number; /* old location: new number + 1; 0: not reached */
  uint32_t *old;    /* and back */
  bool *is_open, *is_head;
  uint32_t count;
  VECTOR(struct visit) path;
};

static void enter_location(struct edge_order *order, const struct outgoing *out,
                           uint32_t location) {
  order->old[order->count++] = location;
  order->number[location] = order->count;
  order->is_open[location] = true;
  vector_push(&order->path, (struct visit){location, out->first[location]});
}

static void search(const struct builder *b, const struct outgoing *out, struct edge_order *order) {
  enter_location(order, out, b->entry);
  while (order->path.count) {
    struct visit *top = &vector_last(&order->path);
    if (!top->edge) {
      order->is_open[top->location] = false;
      (void)vector_pop(&order->path);
      continue;
    }
    const struct edge *edge = &b->edges.items[top->edge - 1];
    top->edge = out->next[top->edge];
    if (order->is_open[edge->to])
      order->is_head[edge->to] = true;
    else if (!order->number[edge->to])
      enter_location(order, out, edge->to);
  }
  vector_release(&order->path);
}

static void store_body(struct builder *b, const struct outgoing *out,
                       const struct edge_order *order) {
  struct arena *arena = b->lowering->arena;
  struct function *function = b->function;
  struct location *locations = arena_allocate(arena, order->count * sizeof *locations);
  struct edge *edges = arena_allocate(arena, b->edges.count * sizeof *edges);
  uint32_t count = 0;
  for (uint32_t i = 0; i < order->count; i++) {
    locations[i].first_edge = count;
    locations[i].loop_head = order->is_head[order->old[i]];
    for (uint32_t e = out->first[order->old[i]]; e; e = out->next[e]) {
      edges[count] = b->edges.items[e - 1];
      edges[count].from = i;
      edges[count].to = order->number[edges[count].to] - 1;
      count++;
    }
    locations[i].edge_count = count - locations[i].first_edge;
  }
  function->location_count = order->count;
  function->locations = locations;
  function->edges = edges;
  function->edge_count = count;
  function->entry = 0;
  function->register_count = (uint32_t)b->registers.count;
  function->registers =
      arena_copy(arena, b->registers.items, b->registers.count * sizeof *b->registers.items);
}

void builder_finish(struct builder *b) {
  add_prologue_edges(b);
  struct outgoing out = chain_edges(b);
  remove_skips(b, &out);
  struct edge_order order = {
      .number = memory_allocate_zeroed(b->location_count * sizeof *order.number),
      .old = memory_allocate(b->location_count * sizeof *order.old),
      .is_open = memory_allocate_zeroed(b->location_count * sizeof *order.is_open),
      .is_head = memory_allocate_zeroed(b->location_count * sizeof *order.is_head),
  };
  search(b, &out, &order);
  store_body(b, &out, &order);
  memory_release(order.number);
  memory_release(order.old);
  memory_release(order.is_open);
  memory_release(order.is_head);
  memory_release(out.first);
  memory_release(out.next);
  vector_release(&b->registers);
  vector_release(&b->edges);
  vector_release(&b->prologue);
  vector_release(&b->areas);
  map_release(&b->values);
  map_release(&b->variables);
  map_release(&b->blocks);
  map_release(&b->scoped);
}
