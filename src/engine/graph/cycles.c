/* SPDX-License-Identifier: Apache-2.0 */
/* The acyclicity axioms. Under sc, the union of program order, reads-from, modification order and
 * from-reads is acyclic; under rc11, the order of seq_cst accesses and fences (psc) and that of
 * atomic sections are. axioms.c defines these orders, and this file computes them from clocks. For
 * tso and pso it calls axioms.c. */
#include "engine/graph/cycles.h"

#include "semantics/axioms.h"

#include <string.h>

/* A directed graph over actions. The actions of a section are one node. */
struct cycle_graph {
  const struct clocked_graph *graph;
  size_t count;
  uint32_t *nodes;        /* per action */
  VECTOR(uint64_t) edges; /* from << 32 | to */
};

static void order_graph_begin(struct cycle_graph *order, const struct clocked_graph *graph) {
  *order = (struct cycle_graph){.graph = graph, .count = graph->events.actions.count};
  order->nodes = memory_allocate((order->count + 1) * sizeof *order->nodes);
  for (size_t i = 0; i < graph->threads.count; i++) {
    const struct action_numbers *list = &graph->threads.items[i].actions;
    for (size_t j = 0; j < list->count; j++) {
      uint32_t at = list->items[j];
      const struct memory_action *action = clocked_graph_action(graph, at);
      const struct memory_action *before =
          j ? clocked_graph_action(graph, list->items[j - 1]) : NULL;
      bool is_same =
          before && action->in_section && before->in_section && before->unit == action->unit;
      order->nodes[at] = is_same ? order->nodes[list->items[j - 1]] : at;
    }
  }
}

static void order_graph_end(struct cycle_graph *order) {
  memory_release(order->nodes);
  vector_release(&order->edges);
}

static void add_edge(struct cycle_graph *order, size_t from, size_t to) {
  uint64_t a = order->nodes[from], b = order->nodes[to];
  if (a != b)
    vector_push(&order->edges, a << 32 | b);
}

/* Removes nodes without predecessors. Does a node remain? */
static bool is_cyclic(const struct cycle_graph *order) {
  size_t count = order->count, taken = 0, wanted = 0, first = 0;
  uint32_t *degrees = memory_allocate_zeroed((count + 1) * sizeof *degrees);
  uint32_t *starts = memory_allocate_zeroed((count + 2) * sizeof *starts);
  uint32_t *targets = memory_allocate((order->edges.count + 1) * sizeof *targets);
  uint32_t *queue = memory_allocate((count + 1) * sizeof *queue);
  for (size_t i = 0; i < order->edges.count; i++) {
    degrees[(uint32_t)order->edges.items[i]]++;
    starts[(order->edges.items[i] >> 32) + 1]++;
  }
  for (size_t i = 0; i < count; i++)
    starts[i + 1] += starts[i];
  uint32_t *next = memory_allocate((count + 1) * sizeof *next);
  memcpy(next, starts, (count + 1) * sizeof *next);
  for (size_t i = 0; i < order->edges.count; i++)
    targets[next[order->edges.items[i] >> 32]++] = (uint32_t)order->edges.items[i];
  for (uint32_t i = 0; i < count; i++)
    if (order->nodes[i] == i && ++wanted && !degrees[i])
      queue[taken++] = i;
  for (; first < taken; first++)
    for (uint32_t i = starts[queue[first]]; i < starts[queue[first] + 1]; i++)
      if (--degrees[targets[i]] == 0)
        queue[taken++] = targets[i];
  memory_release(degrees);
  memory_release(starts);
  memory_release(targets);
  memory_release(queue);
  memory_release(next);
  return taken < wanted;
}

/* Adds the edges between successive actions of a thread, and from the creation of a thread. */
static void add_program_order(struct cycle_graph *order) {
  const struct clocked_graph *graph = order->graph;
  for (size_t i = 0; i < graph->threads.count; i++) {
    const struct action_numbers *list = &graph->threads.items[i].actions;
    const struct action_thread_start *start = &graph->events.threads.items[i];
    if (list->count && start->creator != i && start->after)
      add_edge(order, graph->threads.items[start->creator].actions.items[start->after - 1],
               list->items[0]);
    for (size_t j = 1; j < list->count; j++)
      add_edge(order, list->items[j - 1], list->items[j]);
  }
}

static void add_happens_before(struct cycle_graph *order) {
  const struct clocked_graph *graph = order->graph;
  for (size_t i = 0; i < order->count; i++) {
    const uint32_t *happened = clocks_happened(graph, i);
    for (size_t j = 0; j < graph->threads.count; j++)
      if (j != clocked_graph_action(graph, i)->thread && happened[j])
        add_edge(order, graph->threads.items[j].actions.items[happened[j] - 1], i);
  }
  add_program_order(order);
}

/* Adds reads-from, and the immediate edges of modification order and from-reads. */
static void add_communication(struct cycle_graph *order, size_t location) {
  const struct clocked_graph *graph = order->graph;
  const struct action_numbers *writes = &graph->events.locations.items[location].order;
  const struct action_numbers *all = &graph->accesses.items[location];
  for (size_t i = 1; i < writes->count; i++)
    add_edge(order, writes->items[i - 1], writes->items[i]);
  for (size_t i = 0; i < all->count; i++) {
    const struct memory_action *read = clocked_graph_action(graph, all->items[i]);
    if (read->kind != ACTION_READ)
      continue;
    if (read->source != INITIAL_WRITE)
      add_edge(order, read->source, all->items[i]);
    size_t rank = graph->clocks.ranks[all->items[i]];
    if (rank < writes->count)
      add_edge(order, all->items[i], writes->items[rank]);
  }
}

static bool violates_sc(const struct clocked_graph *graph) {
  struct cycle_graph order;
  order_graph_begin(&order, graph);
  add_program_order(&order);
  for (size_t i = 0; i < graph->events.locations.count; i++)
    add_communication(&order, i);
  bool result = is_cyclic(&order);
  order_graph_end(&order);
  return result;
}

/* The rank in modification order: of a write, or of the write that a read reads from. */
static size_t rank_of(const struct clocked_graph *graph, size_t number) {
  return graph->clocks.ranks[number];
}

/* A write without a place in modification order follows all others. */
static void find_ranks(struct clocked_graph *graph) {
  const struct event_graph *events = &graph->events;
  for (size_t i = 0; i < events->actions.count; i++)
    graph->clocks.ranks[i] = UINT32_MAX;
  for (size_t i = 0; i < events->locations.count; i++)
    for (size_t j = 0; j < events->locations.items[i].order.count; j++)
      graph->clocks.ranks[events->locations.items[i].order.items[j]] = (uint32_t)j + 1;
  for (size_t i = 0; i < events->actions.count; i++) {
    const struct memory_action *action = &events->actions.items[i];
    if (action->kind == ACTION_READ)
      graph->clocks.ranks[i] =
          action->source == INITIAL_WRITE ? 0 : graph->clocks.ranks[action->source];
  }
}

/* Is the first of two accesses to one location before the second by reads-from, modification order
 * or from-reads? */
static bool communicates(const struct clocked_graph *graph, size_t first, size_t second) {
  const struct memory_action *a = clocked_graph_action(graph, first),
                             *b = clocked_graph_action(graph, second);
  size_t rank = rank_of(graph, first), other = rank_of(graph, second);
  if (b->kind == ACTION_READ)
    return a->kind == ACTION_WRITE && b->source == first;
  return rank < other && first != second;
}

/* Adds the edges of communication with an access in a section. */
static void add_section_communication(struct cycle_graph *order, size_t location) {
  const struct clocked_graph *graph = order->graph;
  const struct action_numbers *all = &graph->accesses.items[location];
  size_t inside = 0;
  for (size_t i = 0; i < all->count; i++)
    inside += clocked_graph_action(graph, all->items[i])->in_section;
  if (inside == all->count)
    add_communication(order, location);
  if (!inside || inside == all->count)
    return;
  for (size_t i = 0; i < all->count; i++)
    for (size_t j = 0; j < all->count; j++)
      if ((clocked_graph_action(graph, all->items[i])->in_section ||
           clocked_graph_action(graph, all->items[j])->in_section) &&
          communicates(graph, all->items[i], all->items[j]))
        add_edge(order, all->items[i], all->items[j]);
}

static bool violates_sections(const struct clocked_graph *graph) {
  struct cycle_graph order;
  order_graph_begin(&order, graph);
  add_happens_before(&order);
  for (size_t i = 0; i < graph->events.locations.count; i++)
    add_section_communication(&order, i);
  bool result = is_cyclic(&order);
  order_graph_end(&order);
  return result;
}

static void merge_rows(struct bit_relation *rows, size_t into, const struct bit_relation *other,
                       size_t from) {
  bits_join(relation_row(rows, into), relation_row(other, from), rows->words);
}

static bool is_elsewhere(const struct memory_action *a, const struct memory_action *b) {
  return !is_access(a) || !is_access(b) || a->location != b->location;
}

/* Adds po|≠loc ; hb ; po|≠loc, where po|≠loc is program order between different locations. */
static void add_detours(const struct clocked_graph *graph, const struct bit_relation *before,
                        struct bit_relation *scb) {
  struct bit_relation leaves = relation_create(before->count), far = relation_create(before->count);
  for (size_t i = 0; i < before->count; i++) {
    const struct memory_action *a = clocked_graph_action(graph, i);
    const struct action_numbers *list = &graph->threads.items[a->thread].actions;
    for (size_t j = a->index + 1; j < list->count; j++)
      if (is_elsewhere(a, clocked_graph_action(graph, list->items[j])))
        relation_add(&leaves, i, list->items[j]);
  }
  for (size_t i = 0; i < before->count; i++)
    for (size_t j = 0; j < before->count; j++)
      if (relation_has(before, i, j))
        merge_rows(&far, i, &leaves, j);
  for (size_t i = 0; i < before->count; i++)
    for (size_t j = 0; j < before->count; j++)
      if (relation_has(&leaves, i, j))
        merge_rows(scb, i, &far, j);
  memory_release(leaves.bits);
  memory_release(far.bits);
}

static struct bit_relation find_happens_before(const struct clocked_graph *graph) {
  struct bit_relation before = relation_create(graph->events.actions.count);
  for (size_t i = 0; i < before.count; i++)
    for (size_t j = 0; j < before.count; j++)
      if (i != j && clocks_happens_before(graph, i, j))
        relation_add(&before, i, j);
  return before;
}

/* Modification order and from-reads. `closed`: eco, their transitive closure with reads-from. */
static struct bit_relation find_communication(const struct clocked_graph *graph, bool closed) {
  struct bit_relation rows = relation_create(graph->events.actions.count);
  for (size_t location = 0; location < graph->events.locations.count; location++) {
    const struct action_numbers *all = &graph->accesses.items[location];
    for (size_t i = 0; i < all->count; i++)
      for (size_t j = 0; j < all->count; j++) {
        uint32_t from = all->items[i], to = all->items[j];
        if (from == to)
          continue;
        bool reads = clocked_graph_action(graph, to)->kind == ACTION_READ;
        if (!closed ? !reads && communicates(graph, from, to)
                    : communicates(graph, from, to) ||
                          (reads && rank_of(graph, from) < rank_of(graph, to)))
          relation_add(&rows, from, to);
      }
  }
  return rows;
}

static struct bit_relation find_scb(const struct clocked_graph *graph,
                                    const struct bit_relation *before) {
  struct bit_relation scb = find_communication(graph, false); /* mo and fr */
  for (size_t i = 0; i < before->count; i++) {
    const struct memory_action *a = clocked_graph_action(graph, i);
    const struct action_numbers *list = &graph->threads.items[a->thread].actions;
    for (size_t j = a->index + 1; j < list->count; j++)
      relation_add(&scb, i, list->items[j]);
    for (size_t j = 0; j < before->count; j++)
      if (relation_has(before, i, j) && is_access(a) && is_access(clocked_graph_action(graph, j)) &&
          a->location == clocked_graph_action(graph, j)->location)
        relation_add(&scb, i, j);
  }
  add_detours(graph, before, &scb);
  return scb;
}

static bool is_fence(const struct clocked_graph *graph, size_t number) {
  const struct memory_action *action = clocked_graph_action(graph, number);
  return action->kind == ACTION_FENCE && action->order == ORDER_SEQ_CST;
}

static bool is_seq_cst(const struct clocked_graph *graph, size_t number) {
  const struct memory_action *action = clocked_graph_action(graph, number);
  return action->kind != ACTION_CHOICE && action->order == ORDER_SEQ_CST;
}

static void add_fence_order(struct cycle_graph *order, const struct bit_relation *before,
                            const struct bit_relation *communication,
                            const struct action_numbers *fences, size_t from) {
  for (size_t i = 0; i < before->count; i++) {
    if (!relation_has(before, from, i))
      continue;
    if (is_fence(order->graph, i))
      vector_push(&order->edges, (uint64_t)from << 32 | i);
    for (size_t j = 0; j < before->count; j++)
      for (size_t k = 0; relation_has(communication, i, j) && k < fences->count; k++)
        if (relation_has(before, j, fences->items[k]))
          vector_push(&order->edges, (uint64_t)from << 32 | fences->items[k]);
  }
}

/* Adds the edges of psc from `from` whose scb begins at `inner`. They end with the scb, or with a
 * fence after it. */
static void add_steps(struct cycle_graph *order, const struct bit_relation *before,
                      const struct bit_relation *scb, const struct action_numbers *fences,
                      size_t from, size_t inner) {
  for (size_t to = 0; to < before->count; to++) {
    if (!relation_has(scb, inner, to))
      continue;
    if (is_seq_cst(order->graph, to))
      vector_push(&order->edges, (uint64_t)from << 32 | to);
    for (size_t i = 0; i < fences->count; i++)
      if (relation_has(before, to, fences->items[i]))
        vector_push(&order->edges, (uint64_t)from << 32 | fences->items[i]);
  }
}

static void add_psc(struct cycle_graph *order, const struct bit_relation *before,
                    const struct bit_relation *scb, const struct action_numbers *fences) {
  for (size_t from = 0; from < before->count; from++) {
    if (!is_seq_cst(order->graph, from))
      continue;
    add_steps(order, before, scb, fences, from, from);
    for (size_t i = 0; is_fence(order->graph, from) && i < before->count; i++)
      if (relation_has(before, from, i))
        add_steps(order, before, scb, fences, from, i);
  }
}

static bool violates_psc(const struct clocked_graph *graph) {
  struct cycle_graph order = {.graph = graph, .count = graph->events.actions.count};
  order.nodes = memory_allocate((order.count + 1) * sizeof *order.nodes);
  struct action_numbers fences = {0};
  for (size_t i = 0; i < order.count; i++) {
    order.nodes[i] = (uint32_t)i;
    if (is_fence(graph, i))
      vector_push(&fences, (uint32_t)i);
  }
  struct bit_relation before = find_happens_before(graph), scb = find_scb(graph, &before);
  add_psc(&order, &before, &scb, &fences);
  if (fences.count) {
    struct bit_relation communication = find_communication(graph, true);
    for (size_t i = 0; i < fences.count; i++)
      add_fence_order(&order, &before, &communication, &fences, fences.items[i]);
    memory_release(communication.bits);
  }
  bool result = is_cyclic(&order);
  memory_release(before.bits);
  memory_release(scb.bits);
  vector_release(&fences);
  order_graph_end(&order);
  return result;
}

/* Every model allows what sc allows, since its orders consist of program order, reads-from,
 * modification order and from-reads. So most graphs need only the check for sc. */
bool cycles_violate_model(struct clocked_graph *graph) {
  bool is_rc11 = graph->model == MEMORY_RC11;
  if (is_rc11 && graph->seq_cst_count < 2 && graph->section_count < 2)
    return false;
  find_ranks(graph);
  if (!violates_sc(graph))
    return false;
  switch (graph->model) {
  case MEMORY_SC:
    return true;
  case MEMORY_TSO:
  case MEMORY_PSO:
    return axioms_violated(&graph->events, graph->model) != NULL;
  case MEMORY_RC11:
    break;
  }
  return (graph->seq_cst_count > 1 && violates_psc(graph)) ||
         (graph->section_count > 1 && violates_sections(graph));
}
