/* SPDX-License-Identifier: Apache-2.0 */
/* Threads that were created alike are explored in one order only. The idea is that of
 * Kokologiannakis, Marmanis and Vafeiadis, "SPORE: Combining Symmetry and Partial Order Reduction",
 * PLDI 2024.
 *
 * Two threads are alike if the same thread creates them one after the other, with the same function
 * and argument, and does nothing in between that another thread could notice. Exchanging them in an
 * execution gives an execution. They are *tied* as long as their actions correspond: equal reads of
 * one write, equal fences and choices, and accesses to memory of their own. The first pair of
 * actions that differ decides their order. The earlier thread must read the older write, have the
 * earlier write in modification order, or the later choice. So of all executions that differ only
 * in who of them is who, one is left: that in which they are sorted.
 *
 * Why all of these are still visited, once each. The demand is treated as one more axiom, and an
 * action of the later thread has the corresponding one of the earlier thread as a cause while the
 * two are tied. (That is no cycle: if the earlier thread's action depended on the later thread's,
 * it would have read a newer write than that one.) Like other axioms, this one holds in every
 * prefix of a graph in which it holds, as a prefix contains the causes of what it contains. And
 * every such graph can be continued by the newest write for a read, the last place for a write and
 * the first choice: whoever comes later than its twin may always take what is newest. That is all
 * that the argument for revisits needs of a model.
 *
 * Why exchanging is right. Whoever could tell such threads apart would have to know which is which:
 *   - by pthread_self and the like: then there is no symmetry in the program,
 *   - by their records, to join or cancel them. So each execution is looked at: only the creator
 *     may access the records, those of all such threads in the same way, with the same values, and
 *     without doing anything else meanwhile. Then it does not matter who is joined first.
 *   - by threads that they create: then they are not alike,
 *   - by the numbers that their addresses are, which C does not define.
 * If an execution violates one of these, the search begins anew without symmetry. An execution that
 * was left out and violates one has a part that could be exchanged and that ends where it was
 * violated; what was visited of that part violates it too. */
#include "engine/graph/search.h"

#include "program/address.h"

#include <string.h>

enum comparison { SAME, ORDERED, REVERSED, NOT_COMPARABLE };

static const struct memory_action *action_of(const struct egraph_search *search, uint32_t slot,
                                             size_t index) {
  return &search->graph.actions.items[search->threads.items[slot].actions.items[index]];
}

static bool is_access(const struct memory_action *action) {
  return action->kind == ACTION_READ || action->kind == ACTION_WRITE;
}

static uint32_t twin_of(const struct egraph_search *search, uint32_t slot) {
  return search->has_symmetry && slot < search->graph.threads.count
             ? search->graph.threads.items[slot].twin
             : NO_TWIN;
}

bool egraph_tells_threads_apart(const struct program *program) {
  for (uint32_t i = 0; i < program->function_count; i++)
    if (program->functions[i]->edge_count && program->functions[i]->tells_threads_apart)
      return true;
  return false;
}

static void give_up(struct egraph_search *search) {
  search->has_symmetry = false;
  search->must_restart = search->is_dead = true;
}

static uint64_t own_memory(const struct egraph_search *search, uint32_t slot) {
  return address_of_stack(search->task->program->data_model, search->threads.items[slot].number)
      .start;
}

/* Which thread the location belongs to; false: none. */
static bool find_owner(const struct egraph_search *search, uint32_t location, uint32_t *slot,
                       uint64_t *offset) {
  uint64_t address = search->graph.locations.items[location].address, found;
  uint32_t number;
  bool is_heap;
  if (!address_find_thread(search->task->program->data_model, address, &number, &is_heap) ||
      !map_get(&search->slots, number, &found))
    return false;
  *slot = (uint32_t)found;
  *offset = address - own_memory(search, *slot);
  return true;
}

/* Is the location part of the record of a thread, which begins its memory? */
static bool is_in_record(const struct egraph_search *search, uint32_t location, uint32_t *slot,
                         uint64_t *offset) {
  return find_owner(search, location, slot, offset) && *offset < search->record_size;
}

/* Does the creator only look at its own record, which nobody else wrote? */
static bool is_unnoticed(const struct egraph_search *search, const struct memory_action *action) {
  uint32_t owner;
  uint64_t offset;
  return action->kind == ACTION_READ && action->source == INITIAL_WRITE &&
         is_in_record(search, action->location, &owner, &offset) && owner == action->thread;
}

/* How it begins: its function and what that was given, but for its own record. */
static void note_birth(struct egraph_thread *self, const struct thread *thread) {
  const struct frame *first = &thread->frames.items[0];
  self->birth.count = 0;
  vector_push(&self->birth, (uint64_t)(uintptr_t)first->function);
  for (uint32_t i = 0; i < first->function->parameter_count; i++) {
    uint64_t bits =
        thread->registers.items[first->first_register + first->function->parameters[i]].bits;
    vector_push(&self->birth, bits == thread->stack.items[0].address ? 0 : bits);
  }
}

static bool are_born_alike(const struct egraph_thread *a, const struct egraph_thread *b) {
  return a->birth.count == b->birth.count &&
         memcmp(a->birth.items, b->birth.items, a->birth.count * sizeof *a->birth.items) == 0;
}

uint32_t egraph_find_twin(struct egraph_search *search, uint32_t slot,
                          const struct thread *thread) {
  struct egraph_thread *self = &search->threads.items[slot];
  uint32_t creator = search->graph.threads.items[slot].creator, twin = NO_TWIN;
  if ((!search->has_symmetry && !search->collects) || creator == slot || !thread->frames.count)
    return NO_TWIN;
  search->record_size = thread->stack.items[0].size;
  note_birth(self, thread);
  for (uint32_t i = 0; i < search->threads.count; i++) {
    const struct egraph_thread *other = &search->threads.items[i];
    if (i != slot && i != creator && other->exists && other->number < self->number &&
        search->graph.threads.items[i].creator == creator &&
        (twin == NO_TWIN || other->number > search->threads.items[twin].number))
      twin = i;
  }
  if (twin == NO_TWIN || !are_born_alike(self, &search->threads.items[twin]))
    return NO_TWIN;
  for (size_t i = search->graph.threads.items[twin].after;
       i < search->graph.threads.items[slot].after; i++)
    if (!is_unnoticed(search, action_of(search, creator, i)))
      return NO_TWIN;
  return twin;
}

/* Two accesses to memory of their own. Nobody else may have written what they read. */
static enum comparison compare_own(const struct egraph_search *search,
                                   const struct memory_action *a, const struct memory_action *b) {
  uint32_t first, second;
  uint64_t offset, other_offset;
  if (!find_owner(search, a->location, &first, &offset) ||
      !find_owner(search, b->location, &second, &other_offset) || first != a->thread ||
      second != b->thread || offset != other_offset)
    return NOT_COMPARABLE;
  if (a->kind == ACTION_WRITE || (a->source == INITIAL_WRITE && b->source == INITIAL_WRITE))
    return SAME;
  if (a->source == INITIAL_WRITE || b->source == INITIAL_WRITE)
    return NOT_COMPARABLE;
  const struct memory_action *writes[] = {&search->graph.actions.items[a->source],
                                          &search->graph.actions.items[b->source]};
  return writes[0]->thread == first && writes[1]->thread == second &&
                 writes[0]->index == writes[1]->index
             ? SAME
             : NOT_COMPARABLE;
}

/* Corresponding actions of the earlier and the later thread, which were tied up to these. */
static enum comparison compare(const struct egraph_search *search, const struct memory_action *a,
                               const struct memory_action *b) {
  if (a->kind != b->kind)
    return NOT_COMPARABLE;
  if (a->kind == ACTION_FENCE)
    return SAME;
  if (a->kind == ACTION_CHOICE)
    return a->value == b->value ? SAME : a->value > b->value ? ORDERED : REVERSED;
  if (a->location != b->location)
    return compare_own(search, a, b);
  if (a->kind == ACTION_READ && a->source == b->source)
    return SAME;
  const struct action_numbers *actions = &search->threads.items[a->thread].actions;
  const struct action_numbers *others = &search->threads.items[b->thread].actions;
  bool writes = a->kind == ACTION_WRITE;
  size_t first =
      event_graph_rank(&search->graph, a->location, writes ? actions->items[a->index] : a->source);
  size_t second =
      event_graph_rank(&search->graph, b->location, writes ? others->items[b->index] : b->source);
  return first < second ? ORDERED : REVERSED;
}

/* The action of the twin that corresponds to the index-th one; NO_ACTION: they are not tied. */
static uint32_t counterpart(const struct egraph_search *search, uint32_t slot, size_t index) {
  uint32_t twin = twin_of(search, slot);
  if (twin == NO_TWIN || search->threads.items[slot].tied != index ||
      index >= search->threads.items[twin].actions.count)
    return NO_ACTION;
  return search->threads.items[twin].actions.items[index];
}

bool egraph_is_tied(const struct egraph_search *search, uint32_t slot, size_t index,
                    uint32_t *other) {
  *other = counterpart(search, slot, index);
  return twin_of(search, slot) != NO_TWIN && search->threads.items[slot].tied == index;
}

bool egraph_keeps_order(struct egraph_search *search, size_t number) {
  const struct memory_action *action = &search->graph.actions.items[number];
  struct egraph_thread *self = &search->threads.items[action->thread];
  uint32_t other;
  if (!egraph_is_tied(search, action->thread, action->index, &other))
    return true;
  if (other == NO_ACTION) { /* the twin should have come first */
    give_up(search);
    return false;
  }
  switch (compare(search, &search->graph.actions.items[other], action)) {
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
  give_up(search);
  return false;
}

uint32_t egraph_first_twin(const struct egraph_search *search, uint32_t slot) {
  for (uint32_t twin = twin_of(search, slot); twin != NO_TWIN; twin = twin_of(search, slot)) {
    if (!egraph_can_move(search, twin))
      break;
    slot = twin;
  }
  return slot;
}

bool egraph_waits_for_twin(const struct egraph_search *search, uint32_t slot) {
  uint32_t twin = twin_of(search, slot);
  return twin != NO_TWIN && search->threads.items[twin].is_postponed &&
         search->threads.items[slot].tied >= search->threads.items[twin].actions.count &&
         !egraph_can_move(search, twin);
}

static uint32_t root_of(const struct egraph_search *search, uint32_t slot) {
  while (twin_of(search, slot) != NO_TWIN)
    slot = twin_of(search, slot);
  return slot;
}

static bool has_twins(const struct egraph_search *search, uint32_t root) {
  for (uint32_t i = 0; i < search->threads.count; i++)
    if (search->threads.items[i].exists && twin_of(search, i) == root)
      return true;
  return false;
}

/* The index-th access of `slot` to the record of `owner`; its place among the thread's actions. */
static const struct memory_action *find_use(const struct egraph_search *search, uint32_t slot,
                                            uint32_t owner, size_t *at, uint64_t *offset) {
  const struct egraph_thread *self = &search->threads.items[slot];
  for (; *at < self->actions.count; ++*at) {
    const struct memory_action *action = action_of(search, slot, *at);
    uint32_t whose;
    if (is_access(action) && is_in_record(search, action->location, &whose, offset) &&
        whose == owner) {
      ++*at;
      return action;
    }
  }
  return NULL;
}

/* Does the action use the record of another thread, one of those that `root` is the first of? */
static bool uses_one_of(const struct egraph_search *search, const struct memory_action *action,
                        uint32_t root) {
  uint32_t owner;
  uint64_t offset;
  return is_access(action) && is_in_record(search, action->location, &owner, &offset) &&
         owner != action->thread && root_of(search, owner) == root;
}

/* Does the thread use the records of both alike? One that waits for one of them may not have come
 * to the second. */
static bool uses_alike(const struct egraph_search *search, uint32_t slot, uint32_t a, uint32_t b) {
  const struct egraph_thread *self = &search->threads.items[slot];
  bool waits =
      self->progress.is_blocked && self->actions.count &&
      uses_one_of(search, action_of(search, slot, self->actions.count - 1), root_of(search, a));
  size_t at[2] = {0, 0};
  for (;;) {
    uint64_t offset = 0, other_offset = 0;
    const struct memory_action *first = find_use(search, slot, a, &at[0], &offset);
    const struct memory_action *second = find_use(search, slot, b, &at[1], &other_offset);
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

/* Does only the creator access the records of those that are alike, without doing anything else
 * meanwhile? */
static bool is_fair(const struct egraph_search *search, uint32_t slot, uint32_t root) {
  const struct egraph_thread *self = &search->threads.items[slot];
  bool has_begun = false;
  size_t last = 0;
  for (size_t i = 0; i < self->actions.count; i++) {
    if (!uses_one_of(search, action_of(search, slot, i), root))
      continue;
    if (search->graph.threads.items[root].creator != slot)
      return false;
    for (size_t j = last + 1; has_begun && j < i; j++)
      if (!is_unnoticed(search, action_of(search, slot, j)))
        return false;
    has_begun = true;
    last = i;
  }
  return true;
}

/* Do other threads treat it and those that are like it alike? */
static bool is_treated_alike(const struct egraph_search *search, uint32_t slot) {
  const struct action_thread_start *start = &search->graph.threads.items[slot];
  bool creates = false;
  for (uint32_t i = 0; i < search->threads.count; i++)
    creates |= search->threads.items[i].exists && i != slot &&
               search->graph.threads.items[i].creator == slot;
  if (creates)
    return false;
  if (start->twin != NO_TWIN)
    return uses_alike(search, start->creator, start->twin, slot);
  for (uint32_t i = 0; i < search->threads.count; i++)
    if (search->threads.items[i].exists && !is_fair(search, i, slot))
      return false;
  return true;
}

void egraph_check_symmetry(struct egraph_search *search) {
  uint64_t alike = 0;
  for (uint32_t i = 0; i < search->threads.count && search->has_symmetry; i++) {
    bool has_twin = search->threads.items[i].exists && twin_of(search, i) != NO_TWIN;
    alike += has_twin;
    if ((has_twin || (search->threads.items[i].exists && has_twins(search, i))) &&
        !is_treated_alike(search, i))
      give_up(search);
  }
  if (alike > search->counts.symmetric)
    search->counts.symmetric = alike;
}

size_t egraph_twin_rank(const struct egraph_search *search, const struct memory_action *action) {
  uint32_t other;
  if (!egraph_is_tied(search, action->thread, action->index, &other) || other == NO_ACTION)
    return 0;
  const struct memory_action *twins = &search->graph.actions.items[other];
  if (twins->kind != action->kind || !is_access(action) || twins->location != action->location)
    return 0;
  if (action->kind == ACTION_WRITE)
    return event_graph_rank(&search->graph, action->location, other) + 1;
  const struct action_numbers *list = &search->threads.items[twins->thread].actions;
  bool is_taken = twins->index + 1 < list->count &&
                  search->graph.actions.items[list->items[twins->index + 1]].is_rmw;
  return event_graph_rank(&search->graph, action->location, twins->source) + (is_taken ? 1 : 0);
}
