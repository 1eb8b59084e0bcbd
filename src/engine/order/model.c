/* SPDX-License-Identifier: Apache-2.0 */
/* The order within threads, as links between nodes. A link may have a condition: a fence orders its
 * neighbours only if it is executed. Links that obviously follow from others are left out. */
#include "engine/order/model.h"

void model_add_point(struct symbolic *symbolic, struct thread_path *path, const struct edge *edge,
                     enum node_kind kind) {
  if (symbolic->memory_model == MEMORY_SC || path->node != NO_NODE)
    return;
  uint32_t node = order_memory_node(symbolic, path, edge);
  symbolic->nodes.items[node].kind = kind;
}

void model_add_fence(struct symbolic *symbolic, struct thread_path *path, const struct edge *edge) {
  if (symbolic->memory_model == MEMORY_RC11 && edge->op == OPERATION_FENCE)
    vector_push(&symbolic->fences,
                (struct order_fence){.guard = path->guard,
                                     .edge = edge,
                                     .node = order_memory_node(symbolic, path, edge),
                                     .sequence = (uint32_t)symbolic->events.count,
                                     .in_section = path->atomic_depth != 0});
  else if (memory_model_drains(edge))
    model_add_point(symbolic, path, edge, NODE_DRAINS);
  else if (memory_model_separates(edge) && symbolic->memory_model == MEMORY_PSO)
    model_add_point(symbolic, path, edge, NODE_SEPARATES);
}

bool model_waits(const struct symbolic *symbolic, const struct thread_path *path,
                 const struct edge *edge) {
  return memory_model_has_buffers(symbolic->memory_model) && memory_model_buffers(edge) &&
         !path->atomic_depth;
}

struct modelling {
  struct formula *formula;
  const struct symbolic *symbolic;
  int *guards;           /* literals, per node; 0: not yet asked for */
  uint32_t *first_event; /* per node, in `events`; one more at the end */
  uint32_t *events;      /* those of each node */
  uint32_t *list;        /* the nodes of one thread, in program order */
  size_t count;
};

static const struct order_node *node_at(const struct modelling *modelling, size_t index) {
  return &modelling->symbolic->nodes.items[modelling->list[index]];
}

static void add_link(struct formula *formula, uint32_t from, uint32_t to, int literal) {
  struct program_link link = {from, to, literal};
  if (literal != LITERAL_FALSE)
    vector_push(&formula->links, link);
}

/* The node is executed. */
static int guard_of(struct modelling *modelling, uint32_t node) {
  if (!modelling->guards[node])
    modelling->guards[node] =
        formula_literal(modelling->formula, modelling->symbolic->nodes.items[node].guard);
  return modelling->guards[node];
}

/* Is the earlier one executed whenever the later one is? */
static bool is_sure(const struct modelling *modelling, size_t earlier, size_t later) {
  return guard_implies(node_at(modelling, later)->guard, node_at(modelling, earlier)->guard);
}

static const struct term *distance_below(const struct symbolic *symbolic, const struct term *a,
                                         const struct term *b, uint32_t size) {
  return term_apply(symbolic->terms, OP_ULT, term_apply(symbolic->terms, OP_SUB, a, b, NULL),
                    order_number(symbolic, a, size), NULL);
}

/* Both happen and share a byte. */
static const struct term *overlap(struct symbolic *symbolic, const struct order_event *a,
                                  const struct order_event *b) {
  const struct term *meet =
      order_or(symbolic, distance_below(symbolic, a->address, b->address, b->size),
               distance_below(symbolic, b->address, a->address, a->size));
  return order_and(symbolic, meet, order_and(symbolic, a->guard, b->guard));
}

static bool is_release(const struct order_node *node) {
  return node->edge->op == OPERATION_STORE && node->edge->store.order == ORDER_RELEASE;
}

/* pso: when must the earlier of two waiting stores be visible first? */
static int stays_before(struct modelling *modelling, uint32_t earlier, uint32_t later) {
  struct symbolic *symbolic = modelling->formula->symbolic;
  const struct order_node *nodes = symbolic->nodes.items;
  const struct term *condition = never(symbolic);
  if (is_release(&nodes[later]))
    condition = order_and(symbolic, nodes[earlier].guard, nodes[later].guard);
  else
    for (uint32_t i = modelling->first_event[earlier]; i < modelling->first_event[earlier + 1]; i++)
      for (uint32_t j = modelling->first_event[later]; j < modelling->first_event[later + 1]; j++)
        condition = order_or(symbolic, condition,
                             overlap(symbolic, &symbolic->events.items[modelling->events[i]],
                                     &symbolic->events.items[modelling->events[j]]));
  return formula_literal(modelling->formula, condition);
}

/* The link between two nodes of a thread. */
static void link_nodes(struct modelling *modelling, size_t earlier, size_t later) {
  uint32_t from = modelling->list[earlier], to = modelling->list[later];
  enum node_kind kind = node_at(modelling, later)->kind;
  int literal = LITERAL_FALSE;
  switch (node_at(modelling, earlier)->kind) {
  case NODE_ACTS:
    literal = kind == NODE_SEPARATES ? LITERAL_FALSE : LITERAL_TRUE;
    break;
  case NODE_DRAINS:
    literal = guard_of(modelling, from);
    break;
  case NODE_SEPARATES:
    if (kind == NODE_WAITS || kind == NODE_SEPARATES)
      literal = guard_of(modelling, from);
    break;
  case NODE_WAITS:
    if (kind == NODE_DRAINS || kind == NODE_SEPARATES)
      literal = guard_of(modelling, to);
    else if (kind == NODE_WAITS)
      literal = modelling->symbolic->memory_model == MEMORY_TSO ? LITERAL_TRUE
                                                                : stays_before(modelling, from, to);
    break;
  }
  add_link(modelling->formula, from, to, literal);
}

/* Links from the nodes before this one, back to where all that is further back is ordered before a
 * node that is surely executed, and so before this one. */
static void link_back(struct modelling *modelling, size_t later) {
  bool in_order = modelling->symbolic->memory_model == MEMORY_TSO;
  enum node_kind kind = node_at(modelling, later)->kind;
  bool for_stores = kind == NODE_WAITS || kind == NODE_SEPARATES;
  bool acted = false;     /* behind one that acts at once: nodes that do and fences are done */
  bool separated = false; /* behind one that separates: stores that wait and fences are done */
  for (size_t i = later; i-- > 0 && !formula_is_stopped(modelling->formula);) {
    bool sure = is_sure(modelling, i, later);
    switch (node_at(modelling, i)->kind) {
    case NODE_ACTS:
      if (!acted)
        link_nodes(modelling, i, later);
      acted |= sure && kind != NODE_SEPARATES;
      break;
    case NODE_DRAINS:
      if (!acted && !separated)
        link_nodes(modelling, i, later);
      if (sure)
        return;
      break;
    case NODE_SEPARATES:
      if (!separated)
        link_nodes(modelling, i, later);
      separated |= sure && for_stores;
      break;
    case NODE_WAITS:
      if (!separated)
        link_nodes(modelling, i, later);
      if (sure && in_order && kind != NODE_ACTS)
        return;
      break;
    }
    if (kind == NODE_ACTS ? acted : separated && (acted || kind == NODE_SEPARATES))
      return;
  }
}

void formula_list_events(const struct symbolic *symbolic, uint32_t **first_event,
                         uint32_t **events) {
  size_t count = symbolic->nodes.count;
  uint32_t *first = memory_allocate_zeroed((count + 2) * sizeof *first);
  *events = memory_allocate((symbolic->events.count + 1) * sizeof **events);
  for (size_t i = 0; i < symbolic->events.count; i++)
    first[symbolic->events.items[i].node + 2]++;
  for (size_t i = 0; i < count; i++)
    first[i + 2] += first[i + 1];
  for (uint32_t i = 0; i < symbolic->events.count; i++)
    (*events)[first[symbolic->events.items[i].node + 1]++] = i;
  *first_event = first;
}

static void link_thread(struct modelling *modelling, uint32_t thread) {
  const struct symbolic *symbolic = modelling->symbolic;
  modelling->count = 0;
  for (uint32_t i = 0; i < symbolic->nodes.count; i++)
    if (symbolic->nodes.items[i].thread == thread)
      modelling->list[modelling->count++] = i;
  for (size_t i = 0; i < modelling->count; i++)
    link_back(modelling, i);
  uint32_t creation = symbolic->threads.items[thread].spawn_node;
  if (thread && modelling->count && creation != NO_NODE)
    add_link(modelling->formula, creation, modelling->list[0], LITERAL_TRUE);
}

static void link_weakly(struct formula *formula) {
  const struct symbolic *symbolic = formula->symbolic;
  size_t count = symbolic->nodes.count;
  struct modelling modelling = {
      .formula = formula,
      .symbolic = symbolic,
      .guards = memory_allocate_zeroed((count + 1) * sizeof(int)),
      .list = memory_allocate((count + 1) * sizeof(uint32_t)),
  };
  formula_list_events(symbolic, &modelling.first_event, &modelling.events);
  for (uint32_t i = 0; i < symbolic->threads.count; i++)
    link_thread(&modelling, i);
  memory_release(modelling.guards);
  memory_release(modelling.list);
  memory_release(modelling.first_event);
  memory_release(modelling.events);
}

static uint32_t last_before_creation(const struct symbolic *symbolic, uint32_t thread) {
  const struct order_node *nodes = symbolic->nodes.items;
  uint32_t last = NO_NODE;
  for (; thread && last == NO_NODE; thread = symbolic->threads.items[thread].creator) {
    const struct symbolic_thread *of = &symbolic->threads.items[thread];
    for (uint32_t i = 0; i < symbolic->nodes.count; i++)
      if (nodes[i].thread == of->creator && nodes[i].position < of->spawn_position &&
          (last == NO_NODE || nodes[i].position > nodes[last].position))
        last = i;
  }
  return last;
}

/* Under sc, and under rc11, where only causes are to come first: between neighbours, and to the
 * first of a thread from the last node before it was created, of its creator, or of whoever created
 * that one. Nodes that are not executed take part, so that the chain does not break. */
static void link_in_order(struct formula *formula) {
  const struct symbolic *symbolic = formula->symbolic;
  const struct order_node *nodes = symbolic->nodes.items;
  uint32_t *last = memory_allocate(symbolic->threads.count * sizeof *last);
  for (size_t i = 0; i < symbolic->threads.count; i++)
    last[i] = NO_NODE;
  for (uint32_t i = 0; i < symbolic->nodes.count; i++) {
    uint32_t thread = nodes[i].thread;
    uint32_t before =
        last[thread] != NO_NODE ? last[thread] : last_before_creation(symbolic, thread);
    if (before != NO_NODE)
      add_link(formula, before, i, LITERAL_TRUE);
    last[thread] = i;
  }
  memory_release(last);
}

void model_add_links(struct formula *formula) {
  if (!memory_model_has_buffers(formula->symbolic->memory_model))
    link_in_order(formula);
  else
    link_weakly(formula);
}
