/* SPDX-License-Identifier: Apache-2.0 */
/* The order within threads, as links between nodes. A link may have a condition: a fence orders its
 * neighbours only if it is executed. Links that follow from others are left out. */
#include "engine/order/model.h"

void model_add_point(struct order_run *run, struct thread_path *path, const struct edge *edge,
                     enum node_kind kind) {
  if (run->memory_model == MEMORY_SC || path->node != NO_NODE)
    return;
  uint32_t node = order_node_of(run, path, edge);
  run->log.nodes.items[node].kind = kind;
}

void model_add_fence(struct order_run *run, struct thread_path *path, const struct edge *edge) {
  if (run->memory_model == MEMORY_RC11 && edge->op == OPERATION_FENCE)
    vector_push(&run->log.fences, (struct order_fence){.guard = path->guard,
                                                       .edge = edge,
                                                       .node = order_node_of(run, path, edge),
                                                       .sequence = (uint32_t)run->log.events.count,
                                                       .in_section = path->atomic_depth != 0});
  else if (memory_model_drains(edge))
    model_add_point(run, path, edge, NODE_DRAINS);
  else if (memory_model_separates(edge) && run->memory_model == MEMORY_PSO)
    model_add_point(run, path, edge, NODE_SEPARATES);
}

bool model_waits(const struct order_run *run, const struct thread_path *path,
                 const struct edge *edge) {
  return memory_model_has_buffers(run->memory_model) && memory_model_buffers(edge) &&
         !path->atomic_depth;
}

struct modelling {
  struct formula *formula;
  const struct order_run *run;
  int *guards;    /* literals, per node; 0: not made yet */
  uint32_t *list; /* the nodes of one thread, in program order */
  size_t count;
};

static const struct order_node *node_at(const struct modelling *modelling, size_t index) {
  return &modelling->run->log.nodes.items[modelling->list[index]];
}

static void add_link(struct formula *formula, uint32_t from, uint32_t to, int literal) {
  struct program_link link = {from, to, literal};
  if (literal != LITERAL_FALSE)
    vector_push(&formula->precedence.links, link);
}

/* The literal of the node: it is executed. */
static int guard_of(struct modelling *modelling, uint32_t node) {
  if (!modelling->guards[node])
    modelling->guards[node] =
        formula_literal(modelling->formula, modelling->run->log.nodes.items[node].guard);
  return modelling->guards[node];
}

/* Is the earlier node executed whenever the later one is? */
static bool is_sure(const struct modelling *modelling, size_t earlier, size_t later) {
  return guard_implies(node_at(modelling, later)->guard, node_at(modelling, earlier)->guard);
}

/* The condition that both events are executed and share a byte. */
static const struct term *overlap(struct order_run *run, const struct order_event *a,
                                  const struct order_event *b) {
  return order_and(run->terms, order_overlap(run->terms, a->address, a->size, b->address, b->size),
                   order_and(run->terms, a->guard, b->guard));
}

static bool is_release(const struct order_node *node) {
  return node->edge->op == OPERATION_STORE && node->edge->store.order == ORDER_RELEASE;
}

/* pso: the literal that the earlier of two buffered stores becomes visible first. */
static int flushes_before(struct modelling *modelling, uint32_t earlier, uint32_t later) {
  struct order_run *run = modelling->formula->run;
  const struct order_node *nodes = run->log.nodes.items;
  const uint32_t *first_event = modelling->formula->first_event;
  const struct term *condition = never(run->terms);
  if (is_release(&nodes[later]))
    condition = order_and(run->terms, nodes[earlier].guard, nodes[later].guard);
  else
    for (uint32_t i = first_event[earlier]; i < first_event[earlier + 1]; i++)
      for (uint32_t j = first_event[later]; j < first_event[later + 1]; j++)
        condition = order_or(run->terms, condition,
                             overlap(run, &run->log.events.items[modelling->formula->events[i]],
                                     &run->log.events.items[modelling->formula->events[j]]));
  return formula_literal(modelling->formula, condition);
}

/* Adds the link between two nodes of a thread, if the memory model orders them. */
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
      literal = modelling->run->memory_model == MEMORY_TSO ? LITERAL_TRUE
                                                           : flushes_before(modelling, from, to);
    break;
  }
  add_link(modelling->formula, from, to, literal);
}

/* Links from the nodes before this one. Further back than a node that is certainly executed, and
 * that is ordered after the rest, no links are needed. */
static void link_back(struct modelling *modelling, size_t later) {
  bool in_order = modelling->run->memory_model == MEMORY_TSO;
  enum node_kind kind = node_at(modelling, later)->kind;
  bool for_stores = kind == NODE_WAITS || kind == NODE_SEPARATES;
  bool acted = false;     /* a node that acts, or a fence, is ordered before `later` already */
  bool separated = false; /* a flush, or a fence, is ordered before `later` already */
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

static void link_thread(struct modelling *modelling, uint32_t thread) {
  const struct order_run *run = modelling->run;
  modelling->count = 0;
  for (uint32_t i = 0; i < run->log.nodes.count; i++)
    if (run->log.nodes.items[i].thread == thread)
      modelling->list[modelling->count++] = i;
  for (size_t i = 0; i < modelling->count; i++)
    link_back(modelling, i);
  uint32_t creation = run->log.threads.items[thread].spawn_node;
  if (thread && modelling->count && creation != NO_NODE)
    add_link(modelling->formula, creation, modelling->list[0], LITERAL_TRUE);
}

static void link_weakly(struct formula *formula) {
  const struct order_run *run = formula->run;
  size_t count = run->log.nodes.count;
  struct modelling modelling = {
      .formula = formula,
      .run = run,
      .guards = memory_allocate_zeroed((count + 1) * sizeof(int)),
      .list = memory_allocate((count + 1) * sizeof(uint32_t)),
  };
  for (uint32_t i = 0; i < run->log.threads.count; i++)
    link_thread(&modelling, i);
  memory_release(modelling.guards);
  memory_release(modelling.list);
}

static uint32_t last_before_creation(const struct order_run *run, uint32_t thread) {
  const struct order_node *nodes = run->log.nodes.items;
  uint32_t last = NO_NODE;
  for (; thread && last == NO_NODE; thread = run->log.threads.items[thread].creator) {
    const struct order_thread *of = &run->log.threads.items[thread];
    for (uint32_t i = 0; i < run->log.nodes.count; i++)
      if (nodes[i].thread == of->creator && nodes[i].position < of->spawn_position &&
          (last == NO_NODE || nodes[i].position > nodes[last].position))
        last = i;
  }
  return last;
}

/* Under sc, and under rc11, whose executions are replayed in program order: links between
 * neighbours, and to the first node of a thread from the last node before its creation, which may
 * be of an indirect creator. Nodes that are not executed take part, so that the chain does not
 * break. */
static void link_in_order(struct formula *formula) {
  const struct order_run *run = formula->run;
  const struct order_node *nodes = run->log.nodes.items;
  uint32_t *last = memory_allocate(run->log.threads.count * sizeof *last);
  for (size_t i = 0; i < run->log.threads.count; i++)
    last[i] = NO_NODE;
  for (uint32_t i = 0; i < run->log.nodes.count; i++) {
    uint32_t thread = nodes[i].thread;
    uint32_t before = last[thread] != NO_NODE ? last[thread] : last_before_creation(run, thread);
    if (before != NO_NODE)
      add_link(formula, before, i, LITERAL_TRUE);
    last[thread] = i;
  }
  memory_release(last);
}

void model_add_links(struct formula *formula) {
  if (!memory_model_has_buffers(formula->run->memory_model))
    link_in_order(formula);
  else
    link_weakly(formula);
}
