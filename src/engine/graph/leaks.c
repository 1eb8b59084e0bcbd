/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that is still allocated when the program ends. In an explored execution the end comes
 * last, but the other threads may have done less. The program can end with any cut of the graph: a
 * prefix that contains the thread which ends the program, and is closed under causes.
 *
 * If a block is alive in some cut that contains its allocation, it is alive in the smallest such
 * cut, since a larger cut contains at least as many actions that free it. This decides memcleanup.
 * If the address of the block was reused, only the last lifetime counts here; an execution with a
 * fresh address has the earlier ones. Pointers to a block may come and go from cut to cut. So leak
 * is decided only if there is one cut, as after all threads were joined, or if no block is alive in
 * any cut.
 *
 * If main has finished before, the last thread ends the program, and the whole graph is the only
 * cut. The engine does not find out which thread is the last. A block to which only the result and
 * the thread-local variables of that thread point would not be a leak. So if nothing leaks when all
 * threads have finished, nothing leaks; otherwise the execution is not decided.
 *
 * Memory at the end holds the last write of each location in modification order. */
#include "engine/graph/leaks.h"

#include "base/memory.h"
#include "engine/graph/confirming.h"
#include "engine/graph/stepping.h"
#include "semantics/ordering.h"
#include "semantics/store.h"

#include <string.h>

#define LEAKS ((property_set)1 << PROPERTY_LEAK | (property_set)1 << PROPERTY_MEMCLEANUP)

/* Of each thread, the number of steps in the cut and of their actions. */
struct graph_cut {
  uint64_t *steps;
  uint32_t *actions;
};

static const struct memory_action *action_of(const struct graph_search *search, size_t slot,
                                             size_t index) {
  return &search->graph.events.actions
              .items[search->graph.threads.items[slot].actions.items[index]];
}

static bool ask_steps(struct graph_cut *cut, size_t slot, uint64_t steps) {
  if (cut->steps[slot] >= steps)
    return false;
  cut->steps[slot] = steps;
  return true;
}

/* Adds the causes of the thread's steps in the cut. True: the cut has grown. */
static bool grow_thread(const struct graph_search *search, struct graph_cut *cut, size_t slot) {
  const struct event_thread *self = &search->graph.threads.items[slot];
  const struct action_thread_start *start = &search->graph.events.threads.items[slot];
  bool grows = false;
  if (!cut->steps[slot] && !cut->actions[slot])
    return false;
  for (; cut->actions[slot] < self->actions.count &&
         action_of(search, slot, cut->actions[slot])->unit / UNITS_PER_STEP <= cut->steps[slot];
       cut->actions[slot]++)
    grows = true;
  if (start->creator != slot)
    grows |= ask_steps(cut, start->creator, start->steps);
  if (!cut->actions[slot])
    return grows;
  uint32_t last = self->actions.items[cut->actions[slot] - 1];
  grows |= ask_steps(cut, slot, clocked_graph_action(&search->graph, last)->unit / UNITS_PER_STEP);
  const uint32_t *causes = clocks_causes(&search->graph, last);
  for (size_t i = 0; i < search->graph.threads.count; i++)
    if (causes[i] > cut->actions[i]) {
      cut->actions[i] = causes[i];
      grows = true;
    }
  return grows;
}

static void grow_cut(const struct graph_search *search, struct graph_cut *cut) {
  for (bool grows = true; grows;) {
    grows = false;
    for (size_t i = 0; i < search->graph.threads.count; i++)
      grows |= search->graph.threads.items[i].exists && grow_thread(search, cut, i);
  }
}

static struct graph_cut make_cut(const struct graph_search *search) {
  size_t count = search->graph.threads.count + 1;
  return (struct graph_cut){memory_allocate_zeroed(count * sizeof(uint64_t)),
                            memory_allocate_zeroed(count * sizeof(uint32_t))};
}

static void release_cut(struct graph_cut *cut) {
  memory_release(cut->steps);
  memory_release(cut->actions);
}

/* Does the cut have every step of every thread? */
static bool is_whole(const struct graph_search *search, const struct graph_cut *cut) {
  for (size_t i = 0; i < search->graph.threads.count; i++)
    if (search->graph.threads.items[i].exists &&
        cut->steps[i] < search->graph.threads.items[i].progress.steps)
      return false;
  return true;
}

static void take_all(const struct graph_search *search, struct graph_cut *cut) {
  for (size_t i = 0; i < search->graph.threads.count; i++) {
    cut->steps[i] =
        search->graph.threads.items[i].exists ? search->graph.threads.items[i].progress.steps : 0;
    cut->actions[i] = (uint32_t)search->graph.threads.items[i].actions.count;
  }
}

/* When the last block at this address was freed; NULL: it was not. */
static const struct block_moment *find_death(const struct graph_search *search, uint64_t address) {
  size_t lives = 1, deaths = 0;
  for (size_t i = 0; i < search->lifetimes.births.count; i++)
    lives += search->lifetimes.births.items[i].is_again &&
             search->lifetimes.births.items[i].address == address;
  for (size_t i = 0; i < search->lifetimes.deaths.count; i++)
    deaths += search->lifetimes.deaths.items[i].address == address;
  return deaths < lives ? NULL : lifetimes_last(&search->lifetimes.deaths, address);
}

/* Extends the cut until it contains the allocation of the block. Is the block alive in it? */
static bool can_survive(const struct graph_search *search, uint64_t address,
                        struct graph_cut *cut) {
  const struct block_moment *birth = lifetimes_last(&search->lifetimes.births, address);
  const struct block_moment *death = find_death(search, address);
  if (birth)
    ask_steps(cut, birth->thread, birth->step);
  grow_cut(search, cut);
  return !death || cut->steps[death->thread] < death->step;
}

/* Extends the cut until the thread ends the program in it. */
static void cut_before_exit(const struct graph_search *search, uint32_t slot,
                            struct graph_cut *cut) {
  ask_steps(cut, slot, search->graph.threads.items[slot].progress.steps);
  grow_cut(search, cut);
}

/* Can a block be alive when the thread ends the program? Then `cut` becomes such a cut. */
static bool has_survivor(const struct graph_search *search, uint32_t slot, struct graph_cut *cut) {
  const struct state *state = search->state;
  for (size_t i = 0; i < state->thread_count; i++)
    for (size_t j = 0; j < state->threads[i]->heap.count; j++) {
      if (memory_object_is_kept(&state->threads[i]->heap.items[j]))
        continue;
      memset(cut->steps, 0, search->graph.threads.count * sizeof *cut->steps);
      memset(cut->actions, 0, search->graph.threads.count * sizeof *cut->actions);
      cut_before_exit(search, slot, cut);
      if (can_survive(search, state->threads[i]->heap.items[j].address, cut))
        return true;
    }
  return false;
}

/* Exchanges `values` with the contents of the locations that were written. */
static void exchange_last_writes(const struct graph_search *search, uint64_t *values) {
  for (size_t i = 0; i < search->graph.events.locations.count; i++) {
    const struct action_location *location = &search->graph.events.locations.items[i];
    struct place place;
    if (!location->order.count || !state_find_place(search->state, location->address, &place) ||
        !place.content || location->life != lifetimes_count(&search->lifetimes, &place))
      continue;
    uint64_t old = 0;
    memcpy(&old, place.content + place.offset, location->size);
    memcpy(place.content + place.offset, &values[i], location->size);
    values[i] = old;
  }
}

/* Clears dead registers, as their contents are no pointers that count. */
static void forget_dead_registers(struct graph_search *search) {
  for (size_t i = 0; i < search->state->thread_count; i++) {
    struct thread *thread = search->state->threads[i];
    uint32_t packed = thread->packed;
    struct bytes bytes = {0};
    store_pack_thread(search->facts.liveness, search->state, thread, &bytes);
    store_unpack_thread(search->facts.liveness, search->state, thread, &bytes);
    thread->packed = packed;
    vector_release(&bytes);
  }
}

/* The last value of each location. The caller releases it. */
static uint64_t *find_last_values(const struct graph_search *search) {
  size_t count = search->graph.events.locations.count;
  uint64_t *values = memory_allocate_zeroed((count + 1) * sizeof *values);
  for (size_t i = 0; i < count; i++) {
    const struct action_numbers *order = &search->graph.events.locations.items[i].order;
    if (order->count)
      values[i] = clocked_graph_action(&search->graph, order->items[order->count - 1])->value;
  }
  return values;
}

/* The outcome if the thread ends the program after all other actions of the graph. */
static enum outcome try_exit(struct graph_search *search, struct thread *thread) {
  uint64_t *values = find_last_values(search);
  forget_dead_registers(search);
  struct bytes before = {0};
  store_pack_thread(search->facts.liveness, search->state, thread, &before);
  exchange_last_writes(search, values);
  enum outcome outcome = machine_step(&search->machine, search->state, thread);
  exchange_last_writes(search, values);
  store_unpack_thread(search->facts.liveness, search->state, thread, &before);
  vector_release(&before);
  memory_release(values);
  return outcome;
}

/* The property is violated at the end of the cut. */
static void report_leak(struct graph_search *search, uint32_t slot, enum property property,
                        const struct graph_cut *cut) {
  search->found.violation = (struct violation){.property = property};
  confirming_run_exit(search, slot, cut->steps, cut->actions);
  search->found.has_violation =
      true; /* also if it was not confirmed, as the execution was forgotten */
}

static bool is_known(const struct graph_search *search, const struct thread *thread,
                     enum property property) {
  struct violation_site site = {.property = property};
  site_add(&site, search_user_edge(thread, thread_next_edge(thread))->at);
  return search->task->known && known_has(search->task->known, &site);
}

static void look_at_end(struct graph_search *search, uint32_t slot, struct thread *thread) {
  property_set asked = search->task->properties & LEAKS;
  struct graph_cut cut = make_cut(search), least = make_cut(search);
  cut_before_exit(search, slot, &least);
  bool survives = has_survivor(search, slot, &cut);
  if (survives && property_in(PROPERTY_MEMCLEANUP, asked) &&
      !is_known(search, thread, PROPERTY_MEMCLEANUP)) {
    report_leak(search, slot, PROPERTY_MEMCLEANUP, &cut);
  } else if (survives && property_in(PROPERTY_LEAK, asked)) {
    enum outcome outcome = try_exit(search, thread);
    if (outcome == OUTCOME_VIOLATION) {
      take_all(search, &cut);
      report_leak(search, slot, search->machine.violation.property, &cut);
    } else if (!is_whole(search, &least)) {
      search_not_supported(search, search_user_edge(thread, thread_next_edge(thread)),
                           "leaks in a program that ends while other threads run");
    }
  }
  release_cut(&cut);
  release_cut(&least);
}

/* All threads have finished. May memory be left when the last one ends the program? */
static bool may_leave_memory(struct graph_search *search) {
  uint64_t address;
  bool may = state_find_leak(search->state, false, &address);
  if (!may || property_in(PROPERTY_MEMCLEANUP, search->task->properties))
    return may;
  uint64_t *values = find_last_values(search);
  exchange_last_writes(search, values);
  may = state_find_leak(search->state, true, &address);
  exchange_last_writes(search, values);
  memory_release(values);
  return may;
}

void leaks_find(struct graph_search *search) {
  if (!(search->task->properties & LEAKS) || search->ending.is_dead || !search->state)
    return;
  bool ends = false;
  for (uint32_t i = 0; i < search->graph.threads.count; i++) {
    if (!search->graph.threads.items[i].exists || search->found.has_violation ||
        search->ending.is_dead)
      continue;
    struct thread *thread = state_thread(search->state, search->graph.threads.items[i].number);
    if (!stepping_is_before_exit(thread))
      continue;
    ends = true;
    look_at_end(search, i, thread);
  }
  bool all_done = true;
  for (size_t i = 0; !ends && i < search->graph.threads.count; i++)
    all_done &=
        !search->graph.threads.items[i].exists || search->graph.threads.items[i].progress.is_done;
  if (!ends && all_done && may_leave_memory(search))
    search_not_supported(search, NULL, "memory that is left when the last thread ends the program");
}
