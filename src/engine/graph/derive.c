/* SPDX-License-Identifier: Apache-2.0 */
/* Clocks: for each action, what happens before it, what caused it, and what a read of it
 * synchronises with. Actions are derived after all that they depend on, so a clock never changes,
 * and an action violates coherence only with actions that happen before it. */
#include "engine/graph/search.h"

#include <string.h>

static size_t clock_size(const struct egraph_search *search) {
  return search->stride * sizeof(uint32_t);
}

static void join(const struct egraph_search *search, egraph_clock into, const uint32_t *from) {
  for (size_t i = 0; i < search->stride; i++)
    if (from[i] > into[i])
      into[i] = from[i];
}

static void clear(const struct egraph_search *search, egraph_clock clock) {
  memset(clock, 0, clock_size(search));
}

static void copy(const struct egraph_search *search, egraph_clock into, const uint32_t *from) {
  memcpy(into, from, clock_size(search));
}

/* Of an action that was derived. */
static egraph_clock released_by(const struct egraph_search *search, size_t action) {
  return search->released + action * search->stride;
}

static void resize_thread(struct egraph_search *search, struct egraph_thread *thread,
                          size_t old_stride) {
  egraph_clock *clocks[] = {&thread->happened, &thread->seen, &thread->fenced, &thread->prefix};
  for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
    egraph_clock fresh = memory_allocate_zeroed(clock_size(search));
    if (*clocks[i])
      memcpy(fresh, *clocks[i], old_stride * sizeof(uint32_t));
    memory_release(*clocks[i]);
    *clocks[i] = fresh;
  }
}

/* More actions than before, or more threads. */
void egraph_make_room(struct egraph_search *search) {
  size_t wanted = search->graph.actions.count + 1;
  bool is_wider = search->threads.count > search->stride;
  if (!is_wider && !vector_last(&search->threads).happened)
    resize_thread(search, &vector_last(&search->threads), 0);
  if (!is_wider && wanted <= search->clock_capacity)
    return;
  size_t old_stride = search->stride, old = search->clock_capacity;
  while (search->stride < search->threads.count || !search->stride)
    search->stride = search->stride ? 2 * search->stride : 8;
  while (search->clock_capacity < wanted)
    search->clock_capacity = search->clock_capacity ? 2 * search->clock_capacity : 64;
  uint32_t **tables[] = {&search->happened, &search->causes, &search->released, &search->seen,
                         &search->fenced};
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
    uint32_t *fresh =
        memory_allocate_zeroed(search->clock_capacity * search->stride * sizeof(uint32_t));
    for (size_t row = 0; row < old; row++)
      memcpy(fresh + row * search->stride, *tables[i] + row * old_stride,
             old_stride * sizeof(uint32_t));
    memory_release(*tables[i]);
    *tables[i] = fresh;
  }
  bool *fresh = memory_allocate_zeroed(search->clock_capacity);
  if (old)
    memcpy(fresh, search->is_derived, old);
  memory_release(search->is_derived);
  search->is_derived = fresh;
  memory_release(search->ranks);
  search->ranks = memory_allocate_zeroed(search->clock_capacity * sizeof *search->ranks);
  for (size_t i = 0; is_wider && i < search->threads.count; i++)
    resize_thread(search, &search->threads.items[i], old_stride);
}

void egraph_load_thread(const struct egraph_search *search, uint32_t number) {
  struct egraph_thread *thread = &search->threads.items[number];
  const struct action_thread_start *start = &search->graph.threads.items[number];
  clear(search, thread->happened);
  clear(search, thread->seen);
  clear(search, thread->fenced);
  clear(search, thread->prefix);
  if (start->creator == number || start->after == 0)
    return;
  size_t last = search->threads.items[start->creator].actions.items[start->after - 1];
  join(search, thread->happened, egraph_happened(search, last));
  join(search, thread->prefix, egraph_causes(search, last));
}

/* The last action of a section of another thread: nobody sees a part of a section. */
static size_t end_of_unit(const struct egraph_search *search, size_t number) {
  const struct memory_action *action = &search->graph.actions.items[number];
  const struct action_numbers *all = &search->threads.items[action->thread].actions;
  size_t last = action->index;
  while (action->in_section && last + 1 < all->count &&
         search->graph.actions.items[all->items[last + 1]].unit == action->unit)
    last++;
  return all->items[last];
}

static bool is_ready(const struct egraph_search *search, size_t number) {
  const struct memory_action *action = &search->graph.actions.items[number];
  const struct egraph_thread *thread = &search->threads.items[action->thread];
  const struct action_thread_start *start = &search->graph.threads.items[action->thread];
  if (action->index > 0 && !search->is_derived[thread->actions.items[action->index - 1]])
    return false;
  if (action->index == 0 && start->creator != action->thread && start->after > 0) {
    const struct action_numbers *creator = &search->threads.items[start->creator].actions;
    if (start->after > creator->count || !search->is_derived[creator->items[start->after - 1]])
      return false;
  }
  uint32_t twins;
  if (egraph_is_tied(search, action->thread, action->index, &twins) && twins != NO_ACTION &&
      !search->is_derived[end_of_unit(search, twins)])
    return false;
  if (action->kind == ACTION_CHOICE && action->source != INITIAL_WRITE)
    return search->is_derived[action->source];
  if (action->kind != ACTION_READ || action->source == INITIAL_WRITE)
    return true;
  return search->is_derived[end_of_unit(search, action->source)] ||
         (search->graph.actions.items[action->source].thread == action->thread &&
          search->is_derived[action->source]);
}

void egraph_join_twin(struct egraph_search *search, uint32_t slot, size_t index) {
  uint32_t twins;
  if (egraph_is_tied(search, slot, index, &twins) && twins != NO_ACTION)
    join(search, search->threads.items[slot].prefix,
         egraph_causes(search, end_of_unit(search, twins)));
}

/* Where the access may not stand in modification order: behind that rank it may. */
size_t egraph_least_rank(const struct egraph_search *search, uint32_t thread, uint32_t location) {
  const struct action_numbers *list = &search->accesses.items[location];
  const struct action_location *writes = &search->graph.locations.items[location];
  const uint32_t *happened = search->threads.items[thread].happened;
  size_t least = 0;
  for (size_t i = 0; i < list->count; i++) {
    const struct memory_action *other = &search->graph.actions.items[list->items[i]];
    bool is_before = other->thread == thread || other->index < happened[other->thread];
    if (!is_before || writes->order.count == least)
      continue;
    size_t rank = event_graph_rank(&search->graph, location,
                                   other->kind == ACTION_WRITE ? list->items[i] : other->source);
    if (rank > least && rank <= writes->order.count)
      least = rank;
  }
  return least;
}

static void derive_read(struct egraph_search *search, struct egraph_thread *thread, size_t number) {
  const struct memory_action *action = &search->graph.actions.items[number];
  if (action->source == INITIAL_WRITE)
    return;
  const struct memory_action *write = &search->graph.actions.items[action->source];
  if (write->thread != action->thread)
    join(search, thread->prefix, egraph_causes(search, end_of_unit(search, action->source)));
  if (action->order == ORDER_PLAIN)
    return;
  const uint32_t *released = released_by(search, action->source);
  join(search, order_acquires(action->order) ? thread->happened : thread->seen, released);
}

static void derive_write(struct egraph_search *search, const struct egraph_thread *thread,
                         size_t number) {
  const struct memory_action *action = &search->graph.actions.items[number];
  egraph_clock released = released_by(search, number);
  clear(search, released);
  if (action->order == ORDER_PLAIN)
    return;
  copy(search, released, order_releases(action->order) ? thread->happened : thread->fenced);
  if (!action->is_rmw)
    return;
  const struct memory_action *read =
      &search->graph.actions.items[thread->actions.items[action->index - 1]];
  if (read->source != INITIAL_WRITE)
    join(search, released, released_by(search, read->source));
}

static void derive_fence(struct egraph_search *search, struct egraph_thread *thread,
                         enum memory_order order) {
  if (order_acquires(order))
    join(search, thread->happened, thread->seen);
  if (order_releases(order))
    copy(search, thread->fenced, thread->happened);
}

/* What the read-modify-write reads whose write that is. */
static uint32_t source_of(const struct egraph_search *search, const struct memory_action *write) {
  const struct egraph_thread *thread = &search->threads.items[write->thread];
  return search->graph.actions.items[thread->actions.items[write->index - 1]].source;
}

/* Does no write come between the read and the write of a read-modify-write, neither this one nor
 * another one before this one? */
static bool is_atomic(const struct egraph_search *search, const struct memory_action *write,
                      uint32_t number, size_t rank) {
  const struct action_numbers *order = &search->graph.locations.items[write->location].order;
  if (write->is_rmw &&
      rank != event_graph_rank(&search->graph, write->location, source_of(search, write)) + 1)
    return false;
  if (rank >= order->count)
    return true;
  const struct memory_action *next = &search->graph.actions.items[order->items[rank]];
  return !next->is_rmw || source_of(search, next) == number;
}

/* Does the access agree with those that happen before it? */
static bool is_coherent(const struct egraph_search *search, size_t number) {
  const struct memory_action *action = &search->graph.actions.items[number];
  size_t least = egraph_least_rank(search, action->thread, action->location);
  if (action->kind == ACTION_READ)
    return event_graph_rank(&search->graph, action->location, action->source) >= least;
  size_t rank = event_graph_rank(&search->graph, action->location, (uint32_t)number);
  return rank > least && is_atomic(search, action, (uint32_t)number, rank);
}

static void note_kind(struct egraph_search *search, const struct memory_action *action,
                      size_t one) {
  search->seq_cst_count +=
      action->order == ORDER_SEQ_CST && action->kind != ACTION_CHOICE ? one : 0;
  search->section_count += action->in_section ? one : 0;
}

/* One action whose predecessors are derived. */
static bool derive(struct egraph_search *search, size_t number) {
  const struct memory_action *action = &search->graph.actions.items[number];
  struct egraph_thread *thread = &search->threads.items[action->thread];
  if (action->index == 0)
    egraph_load_thread(search, action->thread);
  egraph_join_twin(search, action->thread, action->index);
  bool is_access = action->kind == ACTION_READ || action->kind == ACTION_WRITE;
  if (action->kind == ACTION_READ)
    derive_read(search, thread, number);
  else if (action->kind == ACTION_FENCE)
    derive_fence(search, thread, action->order);
  else if (action->kind == ACTION_CHOICE && action->source != INITIAL_WRITE)
    join(search, thread->happened, egraph_happened(search, action->source));
  bool fine = (!is_access || is_coherent(search, number)) && egraph_keeps_order(search, number);
  thread->happened[action->thread] = thread->prefix[action->thread] = action->index + 1;
  if (action->kind == ACTION_WRITE)
    derive_write(search, thread, number);
  if (action->kind == ACTION_FENCE && order_releases(action->order))
    copy(search, thread->fenced, thread->happened);
  copy(search, egraph_happened(search, number), thread->happened);
  copy(search, egraph_causes(search, number), thread->prefix);
  copy(search, search->seen + number * search->stride, thread->seen);
  copy(search, search->fenced + number * search->stride, thread->fenced);
  search->is_derived[number] = true;
  search->derived_count++;
  if (is_access)
    vector_push(&search->accesses.items[action->location], (uint32_t)number);
  note_kind(search, action, 1);
  return fine;
}

/* What the thread knows behind its first `count` actions, which are derived. */
static void reload_thread(struct egraph_search *search, uint32_t number, size_t count) {
  struct egraph_thread *thread = &search->threads.items[number];
  if (thread->tied > count)
    thread->tied = count;
  if (!count) {
    if (number < search->graph.threads.count)
      egraph_load_thread(search, number);
    return;
  }
  size_t last = thread->actions.items[count - 1] * search->stride;
  copy(search, thread->happened, search->happened + last);
  copy(search, thread->prefix, search->causes + last);
  copy(search, thread->seen, search->seen + last);
  copy(search, thread->fenced, search->fenced + last);
}

/* Forgets what was derived of accesses behind the first `kept` actions. */
static void cut_accesses(struct egraph_search *search, size_t kept) {
  while (search->accesses.count < search->graph.locations.count)
    vector_push(&search->accesses, (struct action_numbers){0});
  for (size_t i = 0; i < search->accesses.count; i++) {
    struct action_numbers *list = &search->accesses.items[i];
    size_t count = 0;
    for (size_t j = 0; kept && j < list->count; j++)
      if (list->items[j] < kept)
        list->items[count++] = list->items[j];
    list->count = count;
  }
}

static void begin(struct egraph_search *search, size_t kept) {
  egraph_make_room(search);
  memset(search->is_derived + kept, 0, search->clock_capacity - kept);
  search->derived_count = kept;
  search->seq_cst_count = search->section_count = 0;
  cut_accesses(search, kept);
  for (size_t i = 0; i < search->threads.count; i++)
    search->threads.items[i].actions.count = 0;
  for (size_t i = 0; i < kept; i++) {
    const struct memory_action *action = &search->graph.actions.items[i];
    note_kind(search, action, 1);
    vector_push(&search->threads.items[action->thread].actions, (uint32_t)i);
  }
  for (uint32_t i = 0; i < search->threads.count; i++)
    reload_thread(search, i, search->threads.items[i].actions.count);
  for (size_t i = kept; i < search->graph.actions.count; i++)
    vector_push(&search->threads.items[search->graph.actions.items[i].thread].actions, (uint32_t)i);
}

bool egraph_derive(struct egraph_search *search, size_t kept) {
  begin(search, kept);
  size_t count = search->graph.actions.count;
  while (search->derived_count < count) {
    size_t before = search->derived_count;
    for (size_t i = kept; i < count; i++)
      if (!search->is_derived[i] && is_ready(search, i) && !derive(search, i))
        return false;
    if (search->derived_count == before)
      return false; /* values out of thin air */
  }
  return !egraph_has_cycle(search);
}

static bool is_of_unit(const struct memory_action *action, const struct memory_action *of) {
  return action->thread == of->thread && action->in_section && of->in_section &&
         action->unit == of->unit;
}

/* Does an edge of modification order, from-reads or reads-from lead from the access to what is not
 * of its section? */
static bool has_successor(const struct egraph_search *search, uint32_t number) {
  const struct memory_action *actions = search->graph.actions.items, *action = &actions[number];
  if (action->kind != ACTION_READ && action->kind != ACTION_WRITE)
    return false;
  bool writes = action->kind == ACTION_WRITE;
  const struct action_numbers *order = &search->graph.locations.items[action->location].order;
  const struct action_numbers *all = &search->accesses.items[action->location];
  size_t rank =
      event_graph_rank(&search->graph, action->location, writes ? number : action->source);
  for (size_t i = rank; i < order->count; i++)
    if (order->items[i] != number && !is_of_unit(&actions[order->items[i]], action))
      return true;
  for (size_t i = 0; writes && i < all->count; i++)
    if (actions[all->items[i]].kind == ACTION_READ && actions[all->items[i]].source == number &&
        !is_of_unit(&actions[all->items[i]], action))
      return true;
  return false;
}

/* Can the last action be part of a cycle? Nothing follows it in program order, so only if it reads
 * an old write, or is one, or another action of its section has successors. */
static bool can_close_cycle(const struct egraph_search *search) {
  uint32_t number = (uint32_t)search->graph.actions.count - 1;
  const struct memory_action *last = &search->graph.actions.items[number];
  const struct action_numbers *own = &search->threads.items[last->thread].actions;
  if (has_successor(search, number))
    return true;
  size_t first = last->index;
  while (first > 0 && is_of_unit(&search->graph.actions.items[own->items[first - 1]], last))
    if (has_successor(search, own->items[--first]))
      return true;
  for (size_t i = 0; first < last->index && i < search->graph.threads.count; i++) {
    const struct action_thread_start *start = &search->graph.threads.items[i];
    if (i != last->thread && start->creator == last->thread && start->after > first &&
        search->threads.items[i].actions.count)
      return true;
  }
  return false;
}

bool egraph_derive_last(struct egraph_search *search) {
  return derive(search, search->graph.actions.count - 1) &&
         !(can_close_cycle(search) && egraph_has_cycle(search));
}

void egraph_drop_last(struct egraph_search *search) {
  struct memory_action action = vector_pop(&search->graph.actions);
  size_t number = search->graph.actions.count;
  struct egraph_thread *thread = &search->threads.items[action.thread];
  if (action.kind == ACTION_WRITE) {
    struct action_numbers *order = &search->graph.locations.items[action.location].order;
    for (size_t i = 0; i < order->count; i++)
      if (order->items[i] == number) {
        memmove(&order->items[i], &order->items[i + 1],
                (order->count - i - 1) * sizeof *order->items);
        order->count--;
        break;
      }
  }
  thread->actions.count--;
  if (thread->tied > thread->actions.count)
    thread->tied = thread->actions.count;
  if (!search->is_derived[number])
    return;
  if (action.kind == ACTION_READ || action.kind == ACTION_WRITE)
    search->accesses.items[action.location].count--;
  search->is_derived[number] = false;
  search->derived_count--;
  note_kind(search, &action, (size_t)-1);
  reload_thread(search, action.thread, thread->actions.count);
}
