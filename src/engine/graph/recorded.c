/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/graph/recorded.h"

static uint64_t value_of(const struct graph_search *search, const struct memory_action *read) {
  return read->source == INITIAL_WRITE
             ? search->graph.events.locations.items[read->location].initial
             : clocked_graph_action(&search->graph, read->source)->value;
}

/* Is the action no compare-exchange, or one that finds the value it expects? */
static bool succeeds(const struct graph_search *search, const struct thread *thread,
                     struct memory_action *action) {
  return action->edge->op != OPERATION_CAS ||
         (machine_evaluate(&search->machine, thread, thread_top(thread), action->edge->cas.expected,
                           &action->expected) &&
          clocked_graph_finds_expected(action));
}

void recorded_set_source(const struct graph_search *search, const struct thread *thread,
                         struct memory_action *read, uint32_t source) {
  read->source = source;
  read->value = value_of(search, read);
  event_graph_set_order(read, thread,
                        event_graph_order_of(read->edge, succeeds(search, thread, read)),
                        search->graph.keeps_relaxed);
}

void recorded_check_value(struct graph_search *search, const struct memory_action *read) {
  if (!search->ending.is_dead && read->source == INITIAL_WRITE &&
      search->graph.events.locations.items[read->location].is_uninitialised)
    search_not_supported(search, read->user_edge, "a read of shared memory that was never written");
}

struct memory_action *recorded_take(struct graph_search *search, uint32_t slot,
                                    enum action_kind kind) {
  struct event_thread *self = &search->graph.threads.items[slot];
  struct memory_action *action =
      &search->graph.events.actions.items[self->actions.items[self->progress.executed]];
  if (action->kind != kind) {
    search_not_supported(search, NULL, "internal: an execution could not be repeated");
    return NULL;
  }
  self->progress.executed++;
  return action;
}

uint32_t recorded_last(const struct graph_search *search, uint32_t slot) {
  const struct event_thread *self = &search->graph.threads.items[slot];
  return self->actions.items[self->progress.executed - 1];
}

const struct memory_action *recorded_read(struct graph_search *search, const struct thread *thread,
                                          uint32_t slot) {
  struct memory_action *read = recorded_take(search, slot, ACTION_READ);
  if (!read)
    return NULL;
  recorded_set_source(search, thread, read, read->source);
  recorded_check_value(search, read);
  return read;
}

static bool drains_itself(const struct memory_action *action) {
  bool is_seq_cst = action->order == ORDER_SEQ_CST && action->kind != ACTION_READ;
  bool is_drain = action->kind == ACTION_FENCE && action->order == ORDER_OF_DRAIN;
  return action->in_section || action->is_exclusive || action->is_rmw || is_seq_cst || is_drain;
}

/* Is a store of the thread later than all actions that drained its buffer? */
static bool has_buffered(const struct clocked_graph *graph, const struct event_thread *self) {
  for (size_t i = self->progress.executed; i-- > 0;) {
    const struct memory_action *action = clocked_graph_action(graph, self->actions.items[i]);
    if (action->kind != ACTION_CHOICE && drains_itself(action))
      return false;
    if (action->kind == ACTION_WRITE)
      return true;
  }
  return false;
}

bool recorded_needs_fence(struct graph_search *search, const struct thread *thread, uint32_t slot) {
  struct event_thread *self = &search->graph.threads.items[slot];
  bool is_needed =
      self->progress.drains && !thread->atomic_depth && !search->machine.now.is_waiting &&
      !memory_model_drains(thread_next_edge(thread)) && has_buffered(&search->graph, self);
  self->progress.drains = false;
  return is_needed;
}
