/* SPDX-License-Identifier: Apache-2.0 */
/* The acyclicity axioms: under sc, program order with reads-from, modification order and
 * from-reads; under rc11, the order of seq_cst accesses and fences (psc), and that of atomic
 * sections. axioms.c has the definitions; here they are computed from clocks. Under tso and pso,
 * the definitions themselves are evaluated. */
#include "engine/graph/search.h"
#include "semantics/axioms.h"

#include <string.h>

/* A directed graph over actions; those of one section are one node. */
struct cycle_graph {
  const struct egraph_search *search;
  size_t count;
  uint32_t *nodes;        /* per action */
  VECTOR(uint64_t) edges; /* from << 32 | to */
};

static bool is_access(const struct memory_action *action) {
  return action->kind == ACTION_READ || action->kind == ACTION_WRITE;
}

static const struct memory_action *action_at(const struct egraph_search *search, size_t number) {
  return &search->graph.actions.items[number];
}

static void order_graph_begin(struct cycle_graph *order, const struct egraph_search *search) {
  *order = (struct cycle_graph){.search = search, .count = search->graph.actions.count};
  order->nodes = memory_allocate((order->count + 1) * sizeof *order->nodes);
  for (size_t i = 0; i < search->threads.count; i++) {
    const struct action_numbers *list = &search->threads.items[i].actions;
    for (size_t j = 0; j < list->count; j++) {
      uint32_t at = list->items[j];
      const struct memory_action *action = action_at(search, at);
      const struct memory_action *before = j ? action_at(search, list->items[j - 1]) : NULL;
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

/* Takes nodes without predecessors away until none is left. */
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

/* From each thread the last action that is not later, to each action. */
static void add_program_order(struct cycle_graph *order) {
  const struct egraph_search *search = order->search;
  for (size_t i = 0; i < search->threads.count; i++) {
    const struct action_numbers *list = &search->threads.items[i].actions;
    const struct action_thread_start *start = &search->graph.threads.items[i];
    if (list->count && start->creator != i && start->after)
      add_edge(order, search->threads.items[start->creator].actions.items[start->after - 1],
               list->items[0]);
    for (size_t j = 1; j < list->count; j++)
      add_edge(order, list->items[j - 1], list->items[j]);
  }
}

static void add_happens_before(struct cycle_graph *order) {
  const struct egraph_search *search = order->search;
  for (size_t i = 0; i < order->count; i++) {
    const uint32_t *happened = egraph_happened(search, i);
    for (size_t j = 0; j < search->threads.count; j++)
      if (j != action_at(search, i)->thread && happened[j])
        add_edge(order, search->threads.items[j].actions.items[happened[j] - 1], i);
  }
  add_program_order(order);
}

/* Reads-from, and steps of modification order and from-reads: all others follow from them. */
static void add_communication(struct cycle_graph *order, size_t location) {
  const struct egraph_search *search = order->search;
  const struct action_numbers *writes = &search->graph.locations.items[location].order;
  const struct action_numbers *all = &search->accesses.items[location];
  for (size_t i = 1; i < writes->count; i++)
    add_edge(order, writes->items[i - 1], writes->items[i]);
  for (size_t i = 0; i < all->count; i++) {
    const struct memory_action *read = action_at(search, all->items[i]);
    if (read->kind != ACTION_READ)
      continue;
    if (read->source != INITIAL_WRITE)
      add_edge(order, read->source, all->items[i]);
    size_t rank = search->ranks[all->items[i]];
    if (rank < writes->count)
      add_edge(order, all->items[i], writes->items[rank]);
  }
}

static bool violates_sc(const struct egraph_search *search) {
  struct cycle_graph order;
  order_graph_begin(&order, search);
  add_program_order(&order);
  for (size_t i = 0; i < search->graph.locations.count; i++)
    add_communication(&order, i);
  bool result = is_cyclic(&order);
  order_graph_end(&order);
  return result;
}

/* In modification order: of a write, or of what is read. */
static size_t rank_of(const struct egraph_search *search, size_t number) {
  return search->ranks[number];
}

/* Writes that are not placed yet are behind all others. */
static void find_ranks(struct egraph_search *search) {
  const struct event_graph *graph = &search->graph;
  for (size_t i = 0; i < graph->actions.count; i++)
    search->ranks[i] = UINT32_MAX;
  for (size_t i = 0; i < graph->locations.count; i++)
    for (size_t j = 0; j < graph->locations.items[i].order.count; j++)
      search->ranks[graph->locations.items[i].order.items[j]] = (uint32_t)j + 1;
  for (size_t i = 0; i < graph->actions.count; i++) {
    const struct memory_action *action = &graph->actions.items[i];
    if (action->kind == ACTION_READ)
      search->ranks[i] = action->source == INITIAL_WRITE ? 0 : search->ranks[action->source];
  }
}

/* Is the first of two accesses to one location before the second by reads-from, modification order
 * or from-reads? */
static bool communicates(const struct egraph_search *search, size_t first, size_t second) {
  const struct memory_action *a = action_at(search, first), *b = action_at(search, second);
  size_t rank = rank_of(search, first), other = rank_of(search, second);
  if (b->kind == ACTION_READ)
    return a->kind == ACTION_WRITE && b->source == first;
  return rank < other && first != second;
}

/* Where some accesses are in sections and some are not, only pairs with one of the former count. */
static void add_section_communication(struct cycle_graph *order, size_t location) {
  const struct egraph_search *search = order->search;
  const struct action_numbers *all = &search->accesses.items[location];
  size_t inside = 0;
  for (size_t i = 0; i < all->count; i++)
    inside += action_at(search, all->items[i])->in_section;
  if (inside == all->count)
    add_communication(order, location);
  if (!inside || inside == all->count)
    return;
  for (size_t i = 0; i < all->count; i++)
    for (size_t j = 0; j < all->count; j++)
      if ((action_at(search, all->items[i])->in_section ||
           action_at(search, all->items[j])->in_section) &&
          communicates(search, all->items[i], all->items[j]))
        add_edge(order, all->items[i], all->items[j]);
}

static bool violates_sections(const struct egraph_search *search) {
  struct cycle_graph order;
  order_graph_begin(&order, search);
  add_happens_before(&order);
  for (size_t i = 0; i < search->graph.locations.count; i++)
    add_section_communication(&order, i);
  bool result = is_cyclic(&order);
  order_graph_end(&order);
  return result;
}

/* Sets of actions, a row of bits for each action. */
struct bit_rows {
  size_t count, words;
  uint64_t *bits;
};

static struct bit_rows rows_create(size_t count) {
  size_t words = (count + 63) / 64;
  return (struct bit_rows){count, words,
                           memory_allocate_zeroed((count * words + 1) * sizeof(uint64_t))};
}

static bool rows_has(const struct bit_rows *rows, size_t from, size_t to) {
  return rows->bits[from * rows->words + to / 64] >> (to % 64) & 1;
}

static void rows_add(struct bit_rows *rows, size_t from, size_t to) {
  rows->bits[from * rows->words + to / 64] |= UINT64_C(1) << (to % 64);
}

static void rows_merge(struct bit_rows *rows, size_t into, const struct bit_rows *other,
                       size_t from) {
  for (size_t i = 0; i < rows->words; i++)
    rows->bits[into * rows->words + i] |= other->bits[from * rows->words + i];
}

static bool is_elsewhere(const struct memory_action *a, const struct memory_action *b) {
  return !is_access(a) || !is_access(b) || a->location != b->location;
}

/* po with different locations at its ends; then hb behind that, then the same again. */
static void add_detours(const struct egraph_search *search, const struct bit_rows *before,
                        struct bit_rows *scb) {
  struct bit_rows leaves = rows_create(before->count), far = rows_create(before->count);
  for (size_t i = 0; i < before->count; i++) {
    const struct memory_action *a = action_at(search, i);
    const struct action_numbers *list = &search->threads.items[a->thread].actions;
    for (size_t j = a->index + 1; j < list->count; j++)
      if (is_elsewhere(a, action_at(search, list->items[j])))
        rows_add(&leaves, i, list->items[j]);
  }
  for (size_t i = 0; i < before->count; i++)
    for (size_t j = 0; j < before->count; j++)
      if (rows_has(before, i, j))
        rows_merge(&far, i, &leaves, j);
  for (size_t i = 0; i < before->count; i++)
    for (size_t j = 0; j < before->count; j++)
      if (rows_has(&leaves, i, j))
        rows_merge(scb, i, &far, j);
  memory_release(leaves.bits);
  memory_release(far.bits);
}

static struct bit_rows find_happens_before(const struct egraph_search *search) {
  struct bit_rows before = rows_create(search->graph.actions.count);
  for (size_t i = 0; i < before.count; i++)
    for (size_t j = 0; j < before.count; j++)
      if (i != j && egraph_happens_before(search, i, j))
        rows_add(&before, i, j);
  return before;
}

/* eco: reads-from, modification order and from-reads, closed. */
static struct bit_rows find_communication(const struct egraph_search *search, bool closed) {
  struct bit_rows rows = rows_create(search->graph.actions.count);
  for (size_t location = 0; location < search->graph.locations.count; location++) {
    const struct action_numbers *all = &search->accesses.items[location];
    for (size_t i = 0; i < all->count; i++)
      for (size_t j = 0; j < all->count; j++) {
        uint32_t from = all->items[i], to = all->items[j];
        if (from == to)
          continue;
        bool reads = action_at(search, to)->kind == ACTION_READ;
        if (!closed ? !reads && communicates(search, from, to)
                    : communicates(search, from, to) ||
                          (reads && rank_of(search, from) < rank_of(search, to)))
          rows_add(&rows, from, to);
      }
  }
  return rows;
}

static struct bit_rows find_scb(const struct egraph_search *search, const struct bit_rows *before) {
  struct bit_rows scb = find_communication(search, false); /* mo and fr */
  for (size_t i = 0; i < before->count; i++) {
    const struct memory_action *a = action_at(search, i);
    const struct action_numbers *list = &search->threads.items[a->thread].actions;
    for (size_t j = a->index + 1; j < list->count; j++)
      rows_add(&scb, i, list->items[j]);
    for (size_t j = 0; j < before->count; j++)
      if (rows_has(before, i, j) && is_access(a) && is_access(action_at(search, j)) &&
          a->location == action_at(search, j)->location)
        rows_add(&scb, i, j);
  }
  add_detours(search, before, &scb);
  return scb;
}

static bool is_fence(const struct egraph_search *search, size_t number) {
  const struct memory_action *action = action_at(search, number);
  return action->kind == ACTION_FENCE && action->order == ORDER_SEQ_CST;
}

static bool is_seq_cst(const struct egraph_search *search, size_t number) {
  const struct memory_action *action = action_at(search, number);
  return action->kind != ACTION_CHOICE && action->order == ORDER_SEQ_CST;
}

static void add_fence_order(struct cycle_graph *order, const struct bit_rows *before,
                            const struct bit_rows *communication,
                            const struct action_numbers *fences, size_t from) {
  for (size_t i = 0; i < before->count; i++) {
    if (!rows_has(before, from, i))
      continue;
    if (is_fence(order->search, i))
      vector_push(&order->edges, (uint64_t)from << 32 | i);
    for (size_t j = 0; j < before->count; j++)
      for (size_t k = 0; rows_has(communication, i, j) && k < fences->count; k++)
        if (rows_has(before, j, fences->items[k]))
          vector_push(&order->edges, (uint64_t)from << 32 | fences->items[k]);
  }
}

/* The steps of psc from `from` that begin with scb at `inner`: they end with scb, or with a fence
 * that happens later. */
static void add_steps(struct cycle_graph *order, const struct bit_rows *before,
                      const struct bit_rows *scb, const struct action_numbers *fences, size_t from,
                      size_t inner) {
  for (size_t to = 0; to < before->count; to++) {
    if (!rows_has(scb, inner, to))
      continue;
    if (is_seq_cst(order->search, to))
      vector_push(&order->edges, (uint64_t)from << 32 | to);
    for (size_t i = 0; i < fences->count; i++)
      if (rows_has(before, to, fences->items[i]))
        vector_push(&order->edges, (uint64_t)from << 32 | fences->items[i]);
  }
}

static void add_psc(struct cycle_graph *order, const struct bit_rows *before,
                    const struct bit_rows *scb, const struct action_numbers *fences) {
  for (size_t from = 0; from < before->count; from++) {
    if (!is_seq_cst(order->search, from))
      continue;
    add_steps(order, before, scb, fences, from, from);
    for (size_t i = 0; is_fence(order->search, from) && i < before->count; i++)
      if (rows_has(before, from, i))
        add_steps(order, before, scb, fences, from, i);
  }
}

static bool violates_psc(const struct egraph_search *search) {
  struct cycle_graph order = {.search = search, .count = search->graph.actions.count};
  order.nodes = memory_allocate((order.count + 1) * sizeof *order.nodes);
  struct action_numbers fences = {0};
  for (size_t i = 0; i < order.count; i++) {
    order.nodes[i] = (uint32_t)i;
    if (is_fence(search, i))
      vector_push(&fences, (uint32_t)i);
  }
  struct bit_rows before = find_happens_before(search), scb = find_scb(search, &before);
  add_psc(&order, &before, &scb, &fences);
  if (fences.count) {
    struct bit_rows communication = find_communication(search, true);
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

/* What sc allows, every other model does: each of their orders consists of program order,
 * reads-from, modification order and from-reads. So most graphs need no other check. */
bool egraph_has_cycle(struct egraph_search *search) {
  bool is_rc11 = search->task->memory_model == MEMORY_RC11;
  if (is_rc11 && search->seq_cst_count < 2 && search->section_count < 2)
    return false;
  find_ranks(search);
  if (!violates_sc(search))
    return false;
  switch (search->task->memory_model) {
  case MEMORY_SC:
    return true;
  case MEMORY_TSO:
  case MEMORY_PSO:
    return axioms_violated(&search->graph, search->task->memory_model) != NULL;
  case MEMORY_RC11:
    break;
  }
  return (search->seq_cst_count > 1 && violates_psc(search)) ||
         (search->section_count > 1 && violates_sections(search));
}
