/* SPDX-License-Identifier: Apache-2.0 */
/* Backward revisits: a read may take its value from a write that was added later. The graph is cut
 * back to the actions that were added up to the read, and to the causes of the write; the other
 * actions are deleted.
 *
 * Many graphs that differ only in the deleted actions could lead to the same graph. So a revisit is
 * made only if the read and all deleted actions are a maximal extension of what is kept: reads took
 * the newest write, writes came last in modification order, choices took their first value. Exactly
 * one of these graphs satisfies this (TruSt, section 3). */
#include "engine/graph/revisit.h"

#include "base/memory.h"

#include <string.h>

struct revisit {
  const struct clocked_graph *graph;
  uint32_t write;         /* the last action of the graph, not yet in modification order */
  const uint32_t *causes; /* of the write */
  uint32_t own;           /* its thread */
};

static const struct memory_action *action_at(const struct clocked_graph *graph, size_t number) {
  return clocked_graph_action(graph, number);
}

static bool is_cause(const struct revisit *revisit, uint32_t number) {
  const struct memory_action *action = action_at(revisit->graph, number);
  return action->thread == revisit->own || action->index < revisit->causes[action->thread];
}

/* Had the action been added before `event`, or is it a cause of the write? Only these actions
 * decide whether `event` was added maximally. */
static bool is_previous(const struct revisit *revisit, uint32_t event, uint32_t number) {
  return number <= event || is_cause(revisit, number);
}

/* Is there a previous write that is newer than the one of this rank? */
static bool has_newer(const struct revisit *revisit, uint32_t event, uint32_t location,
                      size_t rank) {
  const struct action_numbers *order = &revisit->graph->events.locations.items[location].order;
  for (size_t i = rank; i < order->count; i++)
    if (is_previous(revisit, event, order->items[i]) &&
        !actions_meet(action_at(revisit->graph, event), action_at(revisit->graph, order->items[i])))
      return true;
  return false;
}

/* Was the action added maximally: did a read take the newest of the previous writes, did a write
 * come after all of them? A write is not maximal either if it has revisited a previous read, which
 * reads from it. */
static bool is_maximal(const struct revisit *revisit, uint32_t event) {
  const struct clocked_graph *graph = revisit->graph;
  const struct memory_action *action = action_at(graph, event);
  if (action->kind == ACTION_FENCE)
    return true;
  if (action->kind == ACTION_CHOICE)
    return action->value == 0;
  if (action->kind == ACTION_READ) {
    size_t rank = event_graph_rank(&graph->events, action->location, action->source);
    return (action->source == INITIAL_WRITE || is_previous(revisit, event, action->source)) &&
           !has_newer(revisit, event, action->location, rank);
  }
  const struct action_numbers *all = &graph->accesses.items[action->location];
  for (size_t i = 0; i < all->count; i++)
    if (action_at(graph, all->items[i])->kind == ACTION_READ &&
        action_at(graph, all->items[i])->source == event &&
        is_previous(revisit, event, all->items[i]) &&
        !actions_meet(action, action_at(graph, all->items[i])))
      return false;
  return !has_newer(revisit, event, action->location,
                    event_graph_rank(&graph->events, action->location, event));
}

/* Does the graph keep the action when the write revisits this read? */
static bool is_kept(const struct revisit *revisit, uint32_t read, uint32_t number) {
  return number <= read || number == revisit->write || is_cause(revisit, number);
}

/* Are the read and all deleted actions a maximal extension of the kept ones? */
static bool is_allowed(const struct revisit *revisit, uint32_t read) {
  for (uint32_t i = read; i < revisit->write; i++)
    if ((i == read || !is_kept(revisit, read, i)) && !is_maximal(revisit, i))
      return false;
  return true;
}

/* Changes the source of a read. The memory order of a compare-exchange depends on whether it
 * succeeds with the new value. */
static void take_source(const struct clocked_graph *graph, struct memory_action *read,
                        uint32_t source, uint64_t value) {
  read->source = source;
  read->value = value;
  if (read->edge->op == OPERATION_CAS)
    event_graph_renew_order(read, clocked_graph_finds_expected(read), graph->keeps_relaxed);
}

/* The graph of the kept actions, in which the read takes its value from the write. The caller puts
 * the write into modification order. */
static void restrict_graph(const struct revisit *revisit, uint32_t read, struct event_graph *to) {
  const struct event_graph *from = &revisit->graph->events;
  event_graph_copy(to, from);
  uint32_t *numbers = memory_allocate((from->actions.count + 1) * sizeof *numbers);
  for (uint32_t i = 0; i < from->actions.count; i++)
    numbers[i] = is_kept(revisit, read, i) ? 0 : NO_ACTION;
  clocked_graph_restrict(to, numbers);
  take_source(revisit->graph, &to->actions.items[numbers[read]], numbers[revisit->write],
              from->actions.items[revisit->write].value);
  memory_release(numbers);
}

/* Pushes the graph in which the write has this rank; rank 1 is directly after the initial write.
 * Returns how many graphs were pushed. */
static size_t push_with_rank(struct graph_stack *pending, const struct event_graph *graph,
                             uint32_t location, size_t rank) {
  const struct action_numbers *writes = &graph->locations.items[location].order;
  if (rank <= writes->count && graph->actions.items[writes->items[rank - 1]].is_rmw)
    return 0; /* no write comes between a read-modify-write and the write it reads from */
  struct event_graph copy = {0};
  event_graph_copy(&copy, graph);
  struct action_numbers *order = &copy.locations.items[location].order;
  vector_push(order, 0);
  memmove(&order->items[rank], &order->items[rank - 1],
          (order->count - rank) * sizeof *order->items);
  order->items[rank - 1] = (uint32_t)copy.actions.count - 1;
  vector_push(pending, copy);
  return 1;
}

/* The lowest rank that the write can have among the kept actions, given what happens before it. */
static size_t least_rank(const struct revisit *revisit, const struct event_graph *graph,
                         uint32_t location) {
  const uint32_t *happened = revisit->graph->threads.items[revisit->own].happened;
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

/* The clock of what happens before the read, apart from what it synchronises with; NULL: nothing.
 */
static const uint32_t *happened_before(const struct clocked_graph *graph,
                                       const struct memory_action *read) {
  const struct action_thread_start *start = &graph->events.threads.items[read->thread];
  uint32_t thread = read->index ? read->thread : start->creator;
  uint32_t count = read->index ? read->index : start->after;
  if (!count || (!read->index && start->creator == read->thread))
    return NULL;
  return clocks_happened(graph, graph->threads.items[thread].actions.items[count - 1]);
}

/* The rank of the newest write that the read knows: it must not read from an older one. */
static size_t least_source(const struct revisit *revisit, uint32_t read,
                           const struct event_graph *graph) {
  const struct memory_action *taken = action_at(revisit->graph, read);
  const uint32_t *happened = happened_before(revisit->graph, taken);
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

/* Did the section of the read access the location before? Then the write must not come in between.
 */
static bool is_repeated(const struct clocked_graph *graph, const struct memory_action *read) {
  const struct action_numbers *own = &graph->threads.items[read->thread].actions;
  for (size_t i = read->index; read->in_section && i-- > 0;) {
    const struct memory_action *before = action_at(graph, own->items[i]);
    if (!before->in_section || before->unit != read->unit)
      return false;
    if ((before->kind == ACTION_READ || before->kind == ACTION_WRITE) &&
        before->location == read->location)
      return true;
  }
  return false;
}

/* The write that the last action of the graph has to follow immediately: the one that its
 * read-modify-write reads from, or that its section read from or wrote before. False: there is
 * none.
 */
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

/* Pushes the graphs in which the read takes its value from the write, one for each place of the
 * write in modification order. Returns how many there are. */
static size_t make_revisit(const struct revisit *revisit, uint32_t read,
                           struct graph_stack *pending) {
  struct event_graph graph = {0};
  restrict_graph(revisit, read, &graph);
  uint32_t location = vector_last(&graph.actions).location, anchor;
  size_t last = graph.locations.items[location].order.count + 1, count = 0;
  size_t least = least_source(revisit, read, &graph) + 1;
  if (find_anchor(&graph, &anchor)) {
    size_t rank = event_graph_rank(&graph, location, anchor) + 1;
    if (rank >= least)
      count += push_with_rank(pending, &graph, location, rank);
  } else {
    size_t rank = least_rank(revisit, &graph, location);
    for (rank = rank < least ? least : rank; rank <= last; rank++)
      count += push_with_rank(pending, &graph, location, rank);
  }
  event_graph_release(&graph);
  return count;
}

size_t revisit_reads(const struct clocked_graph *graph, struct graph_stack *pending) {
  struct revisit revisit = {.graph = graph, .write = (uint32_t)graph->events.actions.count - 1};
  const struct memory_action *write = action_at(graph, revisit.write);
  revisit.own = write->thread;
  revisit.causes = graph->threads.items[write->thread].prefix;
  const struct action_numbers *all = &graph->accesses.items[write->location];
  size_t count = 0;
  for (size_t i = 0; i < all->count; i++) {
    uint32_t number = all->items[i];
    const struct memory_action *read = action_at(graph, number);
    if (read->kind == ACTION_READ && !is_cause(&revisit, number) && !actions_meet(write, read) &&
        !is_repeated(graph, read) && is_allowed(&revisit, number))
      count += make_revisit(&revisit, number, pending);
  }
  return count;
}
