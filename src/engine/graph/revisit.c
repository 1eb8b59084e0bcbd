/* SPDX-License-Identifier: Apache-2.0 */
/* Backward revisits: a read may take its value from a write that was added later. The read and all
 * later actions are removed, except the causes of the write.
 *
 * The same graph could be reached from many graphs that differ only in what is removed. So a
 * revisit is made only if all removed actions were added maximally: reads took the newest write,
 * writes came last, choices took their first value. Exactly one of these graphs satisfies this. */
#include "engine/graph/search.h"

#include <string.h>

/* `last` is the write; its causes are those of its thread. */
struct revisit {
  struct egraph_search *search;
  uint32_t last;
  const uint32_t *causes;
  uint32_t own; /* thread */
};

static const struct memory_action *action_at(const struct egraph_search *search, size_t number) {
  return &search->graph.actions.items[number];
}

static bool is_cause(const struct revisit *revisit, uint32_t number) {
  const struct memory_action *action = action_at(revisit->search, number);
  return action->thread == revisit->own || action->index < revisit->causes[action->thread];
}

/* Was it there when `event` was added, or is it there because of the write? */
static bool is_previous(const struct revisit *revisit, uint32_t event, uint32_t number) {
  return number <= event || is_cause(revisit, number);
}

/* Is there a previous write behind this rank? */
static bool has_newer(const struct revisit *revisit, uint32_t event, uint32_t location,
                      size_t rank) {
  const struct action_numbers *order = &revisit->search->graph.locations.items[location].order;
  for (size_t i = rank; i < order->count; i++)
    if (order->items[i] != revisit->last && is_previous(revisit, event, order->items[i]) &&
        !egraph_meet(action_at(revisit->search, event),
                     action_at(revisit->search, order->items[i])))
      return true;
  return false;
}

static bool is_maximal(const struct revisit *revisit, uint32_t event) {
  const struct egraph_search *search = revisit->search;
  const struct memory_action *action = action_at(search, event);
  if (action->kind == ACTION_FENCE)
    return true;
  if (action->kind == ACTION_CHOICE)
    return action->value == 0;
  if (action->kind == ACTION_READ) {
    size_t rank = event_graph_rank(&search->graph, action->location, action->source);
    return (action->source == INITIAL_WRITE || is_previous(revisit, event, action->source)) &&
           !has_newer(revisit, event, action->location, rank);
  }
  const struct action_numbers *all = &search->accesses.items[action->location];
  for (size_t i = 0; i < all->count; i++)
    if (action_at(search, all->items[i])->kind == ACTION_READ &&
        action_at(search, all->items[i])->source == event &&
        is_previous(revisit, event, all->items[i]) &&
        !egraph_meet(action, action_at(search, all->items[i])))
      return false;
  return !has_newer(revisit, event, action->location,
                    event_graph_rank(&search->graph, action->location, event));
}

static bool is_kept(const struct revisit *revisit, uint32_t read, uint32_t number) {
  return number <= read || number == revisit->last || is_cause(revisit, number);
}

static bool is_allowed(const struct revisit *revisit, uint32_t read) {
  for (uint32_t i = read; i < revisit->last; i++)
    if ((i == read || !is_kept(revisit, read, i)) && !is_maximal(revisit, i))
      return false;
  return true;
}

bool egraph_finds_expected(const struct memory_action *action) {
  unsigned size = action->edge->cas.size;
  uint64_t mask = size >= 8 ? UINT64_MAX : (UINT64_C(1) << size * 8) - 1;
  return (action->expected & mask) == (action->value & mask);
}

/* A compare-exchange that fails has another order than one that succeeds. */
static void take_source(const struct egraph_search *search, struct memory_action *read,
                        uint32_t source, uint64_t value) {
  read->source = source;
  read->value = value;
  if (read->edge->op == OPERATION_CAS)
    event_graph_renew_order(
        read, egraph_finds_expected(read),
        event_graph_keeps_relaxed(search->task->program, search->task->memory_model));
}

/* The graph without what is taken back. Modification order of the write is left to the caller. */
static void restrict_graph(const struct revisit *revisit, uint32_t read, struct event_graph *to) {
  const struct event_graph *from = &revisit->search->graph;
  event_graph_copy(to, from);
  uint32_t *numbers = memory_allocate((from->actions.count + 1) * sizeof *numbers);
  to->actions.count = 0;
  for (uint32_t i = 0; i < from->actions.count; i++) {
    numbers[i] = NO_ACTION;
    if (!is_kept(revisit, read, i))
      continue;
    numbers[i] = (uint32_t)to->actions.count;
    vector_push(&to->actions, from->actions.items[i]);
  }
  for (size_t i = 0; i < to->actions.count; i++) {
    struct memory_action *action = &to->actions.items[i];
    if ((action->kind == ACTION_READ || action->kind == ACTION_CHOICE) &&
        action->source != INITIAL_WRITE)
      action->source = numbers[action->source];
  }
  take_source(revisit->search, &to->actions.items[numbers[read]], numbers[revisit->last],
              from->actions.items[revisit->last].value);
  for (size_t i = 0; i < to->locations.count; i++) {
    struct action_numbers *order = &to->locations.items[i].order;
    size_t count = 0;
    for (size_t j = 0; j < order->count; j++)
      if (numbers[order->items[j]] != NO_ACTION && order->items[j] != revisit->last)
        order->items[count++] = numbers[order->items[j]];
    order->count = count;
  }
  memory_release(numbers);
}

static void keep_with_rank(struct egraph_search *search, const struct event_graph *graph,
                           uint32_t location, size_t rank) {
  const struct action_numbers *writes = &graph->locations.items[location].order;
  if (rank <= writes->count && graph->actions.items[writes->items[rank - 1]].is_rmw)
    return; /* nothing comes between a read-modify-write and what it reads */
  struct event_graph copy = {0};
  event_graph_copy(&copy, graph);
  struct action_numbers *order = &copy.locations.items[location].order;
  vector_push(order, 0);
  memmove(&order->items[rank], &order->items[rank - 1],
          (order->count - rank) * sizeof *order->items);
  order->items[rank - 1] = (uint32_t)copy.actions.count - 1;
  vector_push(&search->pending, copy);
  search->counts.revisits++;
}

/* Lowest rank of the write among those that stay: behind what happens before it. */
static size_t least_rank(const struct revisit *revisit, const struct event_graph *graph,
                         uint32_t location) {
  const uint32_t *happened = revisit->search->threads.items[revisit->own].happened;
  size_t least = 0;
  for (uint32_t i = 0; i + 1 < graph->actions.count; i++) {
    const struct memory_action *action = &graph->actions.items[i];
    if ((action->kind != ACTION_READ && action->kind != ACTION_WRITE) ||
        action->location != location ||
        (action->thread != revisit->own && action->index >= happened[action->thread]))
      continue;
    size_t rank =
        event_graph_rank(graph, location, action->kind == ACTION_WRITE ? i : action->source);
    if (rank > least && rank <= graph->locations.items[location].order.count)
      least = rank;
  }
  return least + 1;
}

/* The clock of what happens before the read, whatever it reads; NULL: nothing does. */
static const uint32_t *happened_before(const struct egraph_search *search,
                                       const struct memory_action *read) {
  const struct action_thread_start *start = &search->graph.threads.items[read->thread];
  uint32_t thread = read->index ? read->thread : start->creator;
  uint32_t count = read->index ? read->index : start->after;
  if (!count || (!read->index && start->creator == read->thread))
    return NULL;
  return egraph_happened(search, search->threads.items[thread].actions.items[count - 1]);
}

/* The read must not take a write that is older than one it knows: the rank of the newest of those
 * that it knows. */
static size_t least_source(const struct revisit *revisit, uint32_t read,
                           const struct event_graph *graph) {
  const struct memory_action *taken = action_at(revisit->search, read);
  const uint32_t *happened = happened_before(revisit->search, taken);
  size_t least = 0;
  for (uint32_t i = 0; happened && i + 1 < graph->actions.count; i++) {
    const struct memory_action *action = &graph->actions.items[i];
    if ((action->kind != ACTION_READ && action->kind != ACTION_WRITE) ||
        action->location != taken->location || action->index >= happened[action->thread])
      continue;
    size_t rank =
        event_graph_rank(graph, taken->location, action->kind == ACTION_WRITE ? i : action->source);
    if (rank > least && rank <= graph->locations.items[taken->location].order.count)
      least = rank;
  }
  return least;
}

/* Did the section of the read access the location before? Then it reads what it read then. */
static bool is_repeated(const struct egraph_search *search, const struct memory_action *read) {
  const struct action_numbers *own = &search->threads.items[read->thread].actions;
  for (size_t i = read->index; read->in_section && i-- > 0;) {
    const struct memory_action *before = action_at(search, own->items[i]);
    if (!before->in_section || before->unit != read->unit)
      return false;
    if ((before->kind == ACTION_READ || before->kind == ACTION_WRITE) &&
        before->location == read->location)
      return true;
  }
  return false;
}

/* The write that the last action of the graph has to follow immediately: what the read-modify-write
 * reads, or what its section accessed before. False: there is none. */
static bool find_anchor(const struct event_graph *graph, uint32_t *anchor) {
  const struct memory_action *write = &vector_last(&graph->actions);
  for (size_t i = graph->actions.count - 1; i-- > 0;) {
    const struct memory_action *action = &graph->actions.items[i];
    bool is_half = write->is_rmw && action->index + 1 == write->index;
    bool is_inside = write->in_section && action->in_section && action->unit == write->unit;
    if (action->thread != write->thread || (!is_half && !is_inside) ||
        (action->kind != ACTION_READ && action->kind != ACTION_WRITE) ||
        action->location != write->location)
      continue;
    *anchor = action->kind == ACTION_WRITE ? (uint32_t)i : action->source;
    return true;
  }
  return false;
}

static void make_revisit(const struct revisit *revisit, uint32_t read) {
  struct event_graph graph = {0};
  restrict_graph(revisit, read, &graph);
  const struct memory_action *write = &vector_last(&graph.actions);
  uint32_t location = write->location;
  size_t most = graph.locations.items[location].order.count + 1;
  uint32_t anchor;
  size_t least = least_source(revisit, read, &graph) + 1;
  if (find_anchor(&graph, &anchor)) {
    size_t rank = event_graph_rank(&graph, location, anchor) + 1;
    if (rank >= least)
      keep_with_rank(revisit->search, &graph, location, rank);
  } else {
    size_t rank = least_rank(revisit, &graph, location);
    for (rank = rank < least ? least : rank; rank <= most; rank++)
      keep_with_rank(revisit->search, &graph, location, rank);
  }
  event_graph_release(&graph);
}

void egraph_revisit(struct egraph_search *search) {
  struct revisit revisit = {.search = search, .last = (uint32_t)search->graph.actions.count - 1};
  const struct memory_action *write = action_at(search, revisit.last);
  revisit.own = write->thread;
  revisit.causes = search->threads.items[write->thread].prefix;
  const struct action_numbers *all = &search->accesses.items[write->location];
  for (size_t i = 0; i < all->count; i++) {
    uint32_t number = all->items[i];
    if (action_at(search, number)->kind == ACTION_READ && !is_cause(&revisit, number) &&
        !egraph_meet(write, action_at(search, number)) &&
        !is_repeated(search, action_at(search, number)) && is_allowed(&revisit, number))
      make_revisit(&revisit, number);
  }
}
