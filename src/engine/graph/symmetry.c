/* SPDX-License-Identifier: Apache-2.0 */
/* Threads that were created alike are explored in one order only. The idea is that of
 * Kokologiannakis, Marmanis and Vafeiadis, "SPORE: Combining Symmetry and Partial Order Reduction",
 * PLDI 2024.
 *
 * Two threads are alike if the same thread creates them one after the other, with the same function
 * and argument, and does nothing in between that another thread could notice. Exchanging them in an
 * execution gives an execution. They are *tied* as long as their actions correspond: equal reads of
 * one write, equal fences and choices, and accesses to memory of their own. The first pair of
 * actions that differ decides their order: the earlier thread must read the older write, have the
 * earlier write in modification order, or make the later choice. So of all executions that result
 * from exchanging such threads, only the sorted one remains.
 *
 * Each sorted execution is visited exactly once. The order is treated as one more axiom. While two
 * threads are tied, an action of the later thread has the corresponding action of the earlier one
 * as a cause. (This makes no cycle: if the action of the earlier thread depended on that of the
 * later one, it would have read a newer write than that one.) Revisits need two facts about a
 * model. First, an axiom that holds in a graph holds in each of its prefixes; this axiom does, as a
 * prefix contains all causes. Second, a graph can always be extended maximally: the later thread of
 * two may always take the newest write, the last place and the first choice.
 *
 * Exchanging is sound if no part of the program can tell such threads apart. It could:
 *   - by pthread_self and the like: then the search is not symmetric,
 *   - by their records, to join or cancel them. So each execution is checked: only the creator
 *     may access the records, in the same way for all such threads, with the same values, and
 *     with no other action in between. Then the order of the joins does not matter.
 *   - by threads that they create: then they are not alike,
 *   - by the numeric values of their addresses, which C does not define.
 * If an execution fails such a check, the search restarts without symmetry. An omitted execution
 * cannot be the only one that fails: its part up to the failure can be exchanged, and the visited
 * execution with the exchanged part fails as well. */
#include "engine/graph/symmetry.h"

#include "program/address.h"

#include <string.h>

enum comparison { SAME, ORDERED, REVERSED, NOT_COMPARABLE };

static const struct memory_action *action_of(const struct clocked_graph *graph, uint32_t slot,
                                             size_t index) {
  return clocked_graph_action(graph, graph->threads.items[slot].actions.items[index]);
}

bool symmetry_tells_threads_apart(const struct program *program) {
  for (uint32_t i = 0; i < program->function_count; i++)
    if (program->functions[i]->edge_count && program->functions[i]->tells_threads_apart)
      return true;
  return false;
}

static void refute_symmetry(struct clocked_graph *graph) {
  graph->symmetry.is_on = false;
  graph->symmetry.is_refuted = true;
}

static uint64_t own_memory(const struct clocked_graph *graph, uint32_t slot) {
  return address_of_stack(graph->symmetry.data_model, graph->threads.items[slot].number).start;
}

/* Finds the thread whose memory contains the location. False: none. */
static bool find_owner(const struct clocked_graph *graph, uint32_t location, uint32_t *slot,
                       uint64_t *offset) {
  uint64_t address = graph->events.locations.items[location].address, found;
  uint32_t number;
  bool is_heap;
  if (!address_find_thread(graph->symmetry.data_model, address, &number, &is_heap) ||
      !map_get(&graph->slots, number, &found))
    return false;
  *slot = (uint32_t)found;
  *offset = address - own_memory(graph, *slot);
  return true;
}

/* Is the location in the record of a thread, which is the beginning of its memory? */
static bool is_in_record(const struct clocked_graph *graph, uint32_t location, uint32_t *slot,
                         uint64_t *offset) {
  return find_owner(graph, location, slot, offset) && *offset < graph->symmetry.record_size;
}

/* Is the action a read of the thread's own record that reads from no other thread? */
static bool is_unnoticed(const struct clocked_graph *graph, const struct memory_action *action) {
  uint32_t owner;
  uint64_t offset;
  return action->kind == ACTION_READ && action->source == INITIAL_WRITE &&
         is_in_record(graph, action->location, &owner, &offset) && owner == action->thread;
}

/* Notes the function and the arguments of the thread, except the address of its record. */
static void note_birth(struct event_thread *self, const struct thread *thread) {
  const struct frame *first = &thread->frames.items[0];
  self->birth.count = 0;
  vector_push(&self->birth, (uint64_t)(uintptr_t)first->function);
  for (uint32_t i = 0; i < first->function->parameter_count; i++) {
    uint64_t bits =
        thread->registers.items[first->first_register + first->function->parameters[i]].bits;
    vector_push(&self->birth, bits == thread->stack.items[0].address ? 0 : bits);
  }
}

static bool are_born_alike(const struct event_thread *a, const struct event_thread *b) {
  return a->birth.count == b->birth.count &&
         memcmp(a->birth.items, b->birth.items, a->birth.count * sizeof *a->birth.items) == 0;
}

uint32_t symmetry_find_twin(struct clocked_graph *graph, uint32_t slot,
                            const struct thread *thread) {
  struct event_thread *self = &graph->threads.items[slot];
  uint32_t creator = graph->events.threads.items[slot].creator, twin = NO_TWIN;
  if ((!graph->symmetry.is_on && !graph->symmetry.notes_twins) || creator == slot ||
      !thread->frames.count)
    return NO_TWIN;
  graph->symmetry.record_size = thread->stack.items[0].size;
  note_birth(self, thread);
  for (uint32_t i = 0; i < graph->threads.count; i++) {
    const struct event_thread *other = &graph->threads.items[i];
    if (i != slot && i != creator && other->exists && other->number < self->number &&
        graph->events.threads.items[i].creator == creator &&
        (twin == NO_TWIN || other->number > graph->threads.items[twin].number))
      twin = i;
  }
  if (twin == NO_TWIN || !are_born_alike(self, &graph->threads.items[twin]))
    return NO_TWIN;
  for (size_t i = graph->events.threads.items[twin].after;
       i < graph->events.threads.items[slot].after; i++)
    if (!is_unnoticed(graph, action_of(graph, creator, i)))
      return NO_TWIN;
  return twin;
}

/* Compares accesses of two threads, each to its own memory. They must read from its own writes. */
static enum comparison compare_own(const struct clocked_graph *graph, const struct memory_action *a,
                                   const struct memory_action *b) {
  uint32_t first, second;
  uint64_t offset, other_offset;
  if (!find_owner(graph, a->location, &first, &offset) ||
      !find_owner(graph, b->location, &second, &other_offset) || first != a->thread ||
      second != b->thread || offset != other_offset)
    return NOT_COMPARABLE;
  if (a->kind == ACTION_WRITE || (a->source == INITIAL_WRITE && b->source == INITIAL_WRITE))
    return SAME;
  if (a->source == INITIAL_WRITE || b->source == INITIAL_WRITE)
    return NOT_COMPARABLE;
  const struct memory_action *writes[] = {clocked_graph_action(graph, a->source),
                                          clocked_graph_action(graph, b->source)};
  return writes[0]->thread == first && writes[1]->thread == second &&
                 writes[0]->index == writes[1]->index
             ? SAME
             : NOT_COMPARABLE;
}

/* Compares the actions of the earlier and the later thread at which they may stop being tied. */
static enum comparison compare_actions(const struct clocked_graph *graph,
                                       const struct memory_action *a,
                                       const struct memory_action *b) {
  if (a->kind != b->kind)
    return NOT_COMPARABLE;
  if (a->kind == ACTION_FENCE)
    return SAME;
  if (a->kind == ACTION_CHOICE)
    return a->value == b->value ? SAME : a->value > b->value ? ORDERED : REVERSED;
  if (a->location != b->location)
    return compare_own(graph, a, b);
  if (a->kind == ACTION_READ && a->source == b->source)
    return SAME;
  const struct action_numbers *actions = &graph->threads.items[a->thread].actions;
  const struct action_numbers *others = &graph->threads.items[b->thread].actions;
  bool writes = a->kind == ACTION_WRITE;
  size_t first =
      event_graph_rank(&graph->events, a->location, writes ? actions->items[a->index] : a->source);
  size_t second =
      event_graph_rank(&graph->events, b->location, writes ? others->items[b->index] : b->source);
  return first < second ? ORDERED : REVERSED;
}

bool symmetry_keeps_order(struct clocked_graph *graph, size_t number) {
  const struct memory_action *action = clocked_graph_action(graph, number);
  struct event_thread *self = &graph->threads.items[action->thread];
  uint32_t other;
  if (!symmetry_is_tied(graph, action->thread, action->index, &other))
    return true;
  if (other == NO_ACTION) { /* the twin was not executed first */
    refute_symmetry(graph);
    return false;
  }
  switch (compare_actions(graph, clocked_graph_action(graph, other), action)) {
  case SAME:
    self->tied++;
    return true;
  case ORDERED:
    return true;
  case REVERSED:
    return false;
  case NOT_COMPARABLE:
    break;
  }
  refute_symmetry(graph);
  return false;
}

static uint32_t root_of(const struct clocked_graph *graph, uint32_t slot) {
  while (symmetry_twin_of(graph, slot) != NO_TWIN)
    slot = symmetry_twin_of(graph, slot);
  return slot;
}

static bool has_twins(const struct clocked_graph *graph, uint32_t root) {
  for (uint32_t i = 0; i < graph->threads.count; i++)
    if (graph->threads.items[i].exists && symmetry_twin_of(graph, i) == root)
      return true;
  return false;
}

/* The next access of `slot`, from its action `*at` on, to the record of `owner`; NULL: none. */
static const struct memory_action *find_use(const struct clocked_graph *graph, uint32_t slot,
                                            uint32_t owner, size_t *at, uint64_t *offset) {
  const struct event_thread *self = &graph->threads.items[slot];
  for (; *at < self->actions.count; ++*at) {
    const struct memory_action *action = action_of(graph, slot, *at);
    uint32_t whose;
    if (is_access(action) && is_in_record(graph, action->location, &whose, offset) &&
        whose == owner) {
      ++*at;
      return action;
    }
  }
  return NULL;
}

/* Does the action use the record of another thread that is alike to `root`, the first of them? */
static bool uses_one_of(const struct clocked_graph *graph, const struct memory_action *action,
                        uint32_t root) {
  uint32_t owner;
  uint64_t offset;
  return is_access(action) && is_in_record(graph, action->location, &owner, &offset) &&
         owner != action->thread && root_of(graph, owner) == root;
}

/* Does the thread use the records of both in the same way? If it waits for one of them, it may not
 * have used the other yet. */
static bool uses_alike(const struct clocked_graph *graph, uint32_t slot, uint32_t a, uint32_t b) {
  const struct event_thread *self = &graph->threads.items[slot];
  bool waits =
      self->progress.is_blocked && self->actions.count &&
      uses_one_of(graph, action_of(graph, slot, self->actions.count - 1), root_of(graph, a));
  size_t at[2] = {0, 0};
  for (;;) {
    uint64_t offset = 0, other_offset = 0;
    const struct memory_action *first = find_use(graph, slot, a, &at[0], &offset);
    const struct memory_action *second = find_use(graph, slot, b, &at[1], &other_offset);
    if (!first && !second)
      return true;
    if (!first || !second)
      return waits;
    bool is_last = waits && (at[0] == self->actions.count || at[1] == self->actions.count);
    if (first->kind != second->kind || offset != other_offset ||
        (first->kind == ACTION_READ && first->value != second->value && !is_last))
      return false;
  }
}

/* Does only the creator access the records of threads that are alike, with no action in between? */
static bool is_fair(const struct clocked_graph *graph, uint32_t slot, uint32_t root) {
  const struct event_thread *self = &graph->threads.items[slot];
  bool has_begun = false;
  size_t last = 0;
  for (size_t i = 0; i < self->actions.count; i++) {
    if (!uses_one_of(graph, action_of(graph, slot, i), root))
      continue;
    if (graph->events.threads.items[root].creator != slot)
      return false;
    for (size_t j = last + 1; has_begun && j < i; j++)
      if (!is_unnoticed(graph, action_of(graph, slot, j)))
        return false;
    has_begun = true;
    last = i;
  }
  return true;
}

/* Do other threads treat the thread and its twin in the same way? */
static bool is_treated_alike(const struct clocked_graph *graph, uint32_t slot) {
  const struct action_thread_start *start = &graph->events.threads.items[slot];
  bool creates = false;
  for (uint32_t i = 0; i < graph->threads.count; i++)
    creates |= graph->threads.items[i].exists && i != slot &&
               graph->events.threads.items[i].creator == slot;
  if (creates)
    return false;
  if (start->twin != NO_TWIN)
    return uses_alike(graph, start->creator, start->twin, slot);
  for (uint32_t i = 0; i < graph->threads.count; i++)
    if (graph->threads.items[i].exists && !is_fair(graph, i, slot))
      return false;
  return true;
}

uint64_t symmetry_check(struct clocked_graph *graph) {
  uint64_t alike = 0;
  for (uint32_t i = 0; i < graph->threads.count && graph->symmetry.is_on; i++) {
    bool has_twin = graph->threads.items[i].exists && symmetry_twin_of(graph, i) != NO_TWIN;
    alike += has_twin;
    if ((has_twin || (graph->threads.items[i].exists && has_twins(graph, i))) &&
        !is_treated_alike(graph, i))
      refute_symmetry(graph);
  }
  return alike;
}

size_t symmetry_least_rank(const struct clocked_graph *graph, const struct memory_action *action) {
  uint32_t other;
  if (!symmetry_is_tied(graph, action->thread, action->index, &other) || other == NO_ACTION)
    return 0;
  const struct memory_action *twins = clocked_graph_action(graph, other);
  if (twins->kind != action->kind || !is_access(action) || twins->location != action->location)
    return 0;
  if (action->kind == ACTION_WRITE)
    return event_graph_rank(&graph->events, action->location, other) + 1;
  const struct action_numbers *list = &graph->threads.items[twins->thread].actions;
  bool is_taken = twins->index + 1 < list->count &&
                  clocked_graph_action(graph, list->items[twins->index + 1])->is_rmw;
  return event_graph_rank(&graph->events, action->location, twins->source) + (is_taken ? 1 : 0);
}
