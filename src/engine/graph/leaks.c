/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that is still allocated when the program ends. The end comes last in an explored
 * execution, but other threads need not have come so far: the program can end with any cut of the
 * graph, a prefix that contains the thread that ends it and is closed under causes.
 *
 * A block is alive in some cut with its allocation exactly if it is alive in the smallest one,
 * since the action that frees it is in every larger cut, too. This decides memcleanup. If the
 * address of the block was reused, this is about its last lifetime: an execution with a fresh
 * address has the earlier ones. Whether something points to a block depends on the cut in other
 * ways. So leak is decided if there is only one cut, as when all threads were joined, or if no
 * block is alive in any.
 *
 * If main has finished before, the last thread ends the program, and there is one cut, the whole
 * graph. Which thread is the last is left open here. It would keep what only its result and its
 * thread-local variables point to. So if nothing leaks when all threads have finished, nothing
 * leaks at all; else the execution is not decided.
 *
 * Memory at the end holds the last write of each location in modification order. */
#include "engine/graph/search.h"

#include "semantics/ordering.h"
#include "semantics/store.h"

#include <string.h>

#define LEAKS ((property_set)1 << PROPERTY_LEAK | (property_set)1 << PROPERTY_MEMCLEANUP)

/* Of each thread: so many steps, and the actions of these. */
struct graph_cut {
  uint64_t *steps;
  uint32_t *actions;
};

static const struct memory_action *action_of(const struct egraph_search *search, size_t slot,
                                             size_t index) {
  return &search->graph.actions.items[search->threads.items[slot].actions.items[index]];
}

static bool ask_steps(struct graph_cut *cut, size_t slot, uint64_t steps) {
  if (cut->steps[slot] >= steps)
    return false;
  cut->steps[slot] = steps;
  return true;
}

/* Adds what the steps of a thread in the cut need. True: the cut has grown. */
static bool grow_thread(const struct egraph_search *search, struct graph_cut *cut, size_t slot) {
  const struct egraph_thread *self = &search->threads.items[slot];
  const struct action_thread_start *start = &search->graph.threads.items[slot];
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
  grows |= ask_steps(cut, slot, search->graph.actions.items[last].unit / UNITS_PER_STEP);
  const uint32_t *causes = egraph_causes(search, last);
  for (size_t i = 0; i < search->threads.count; i++)
    if (causes[i] > cut->actions[i]) {
      cut->actions[i] = causes[i];
      grows = true;
    }
  return grows;
}

static void grow(const struct egraph_search *search, struct graph_cut *cut) {
  for (bool grows = true; grows;) {
    grows = false;
    for (size_t i = 0; i < search->threads.count; i++)
      grows |= search->threads.items[i].exists && grow_thread(search, cut, i);
  }
}

static struct graph_cut make_cut(const struct egraph_search *search) {
  size_t count = search->threads.count + 1;
  return (struct graph_cut){memory_allocate_zeroed(count * sizeof(uint64_t)),
                            memory_allocate_zeroed(count * sizeof(uint32_t))};
}

static void release_cut(struct graph_cut *cut) {
  memory_release(cut->steps);
  memory_release(cut->actions);
}

/* Does the cut have every step of every thread? */
static bool is_whole(const struct egraph_search *search, const struct graph_cut *cut) {
  for (size_t i = 0; i < search->threads.count; i++)
    if (search->threads.items[i].exists && cut->steps[i] < search->threads.items[i].progress.steps)
      return false;
  return true;
}

static void take_all(const struct egraph_search *search, struct graph_cut *cut) {
  for (size_t i = 0; i < search->threads.count; i++) {
    cut->steps[i] = search->threads.items[i].exists ? search->threads.items[i].progress.steps : 0;
    cut->actions[i] = (uint32_t)search->threads.items[i].actions.count;
  }
}

static const struct block_birth *find_moment(const struct block_births *list, uint64_t address) {
  for (size_t i = list->count; i-- > 0;)
    if (list->items[i].address == address)
      return &list->items[i];
  return NULL;
}

/* When the block was freed; NULL: it was not, since its address came back for the last time. */
static const struct block_birth *find_death(const struct egraph_search *search, uint64_t address) {
  size_t lives = 1, deaths = 0;
  for (size_t i = 0; i < search->births.count; i++)
    lives += search->births.items[i].is_again && search->births.items[i].address == address;
  for (size_t i = 0; i < search->deaths.count; i++)
    deaths += search->deaths.items[i].address == address;
  return deaths < lives ? NULL : find_moment(&search->deaths, address);
}

/* Is the block alive in the least cut in which it was allocated, if the program ends in this one?
 * The cut becomes that one. */
static bool can_survive(const struct egraph_search *search, uint64_t address,
                        struct graph_cut *cut) {
  const struct block_birth *birth = find_moment(&search->births, address);
  const struct block_birth *death = find_death(search, address);
  if (birth)
    ask_steps(cut, birth->thread, birth->step);
  grow(search, cut);
  return !death || cut->steps[death->thread] < death->step;
}

/* The least cut in which the thread ends the program. */
static void cut_before_exit(const struct egraph_search *search, uint32_t slot,
                            struct graph_cut *cut) {
  ask_steps(cut, slot, search->threads.items[slot].progress.steps);
  grow(search, cut);
}

/* Can some block be alive when the thread ends the program? Then `cut` is where. */
static bool has_survivor(const struct egraph_search *search, uint32_t slot, struct graph_cut *cut) {
  const struct state *state = search->state;
  for (size_t i = 0; i < state->thread_count; i++)
    for (size_t j = 0; j < state->threads[i]->heap.count; j++) {
      if (memory_object_is_kept(&state->threads[i]->heap.items[j]))
        continue;
      memset(cut->steps, 0, search->threads.count * sizeof *cut->steps);
      memset(cut->actions, 0, search->threads.count * sizeof *cut->actions);
      cut_before_exit(search, slot, cut);
      if (can_survive(search, state->threads[i]->heap.items[j].address, cut))
        return true;
    }
  return false;
}

/* Puts the last writes into memory, or takes them out again. */
static void exchange_last_writes(const struct egraph_search *search, uint64_t *values) {
  for (size_t i = 0; i < search->graph.locations.count; i++) {
    const struct action_location *location = &search->graph.locations.items[i];
    struct place place;
    if (!location->order.count || !state_find_place(search->state, location->address, &place) ||
        !place.content || location->life != egraph_life(search, &place))
      continue;
    uint64_t old = 0;
    memcpy(&old, place.content + place.offset, location->size);
    memcpy(place.content + place.offset, &values[i], location->size);
    values[i] = old;
  }
}

/* Registers that are not read any more point to nothing. */
static void forget_dead_registers(struct egraph_search *search) {
  for (size_t i = 0; i < search->state->thread_count; i++) {
    struct thread *thread = search->state->threads[i];
    uint32_t packed = thread->packed;
    struct bytes bytes = {0};
    store_pack_thread(search->liveness, search->state, thread, &bytes);
    store_unpack_thread(search->liveness, search->state, thread, &bytes);
    thread->packed = packed;
    vector_release(&bytes);
  }
}

/* Of each location, for the caller to release. */
static uint64_t *find_last_values(const struct egraph_search *search) {
  size_t count = search->graph.locations.count;
  uint64_t *values = memory_allocate_zeroed((count + 1) * sizeof *values);
  for (size_t i = 0; i < count; i++) {
    const struct action_numbers *order = &search->graph.locations.items[i].order;
    if (order->count)
      values[i] = search->graph.actions.items[order->items[order->count - 1]].value;
  }
  return values;
}

/* What happens if the thread ends the program when all others have done all they can. */
static enum outcome try_exit(struct egraph_search *search, struct thread *thread) {
  uint64_t *values = find_last_values(search);
  forget_dead_registers(search);
  struct bytes before = {0};
  store_pack_thread(search->liveness, search->state, thread, &before);
  exchange_last_writes(search, values);
  enum outcome outcome = machine_step(&search->machine, search->state, thread);
  exchange_last_writes(search, values);
  store_unpack_thread(search->liveness, search->state, thread, &before);
  vector_release(&before);
  memory_release(values);
  return outcome;
}

/* The violation that ends the execution of a cut. */
static void report(struct egraph_search *search, uint32_t slot, enum property property,
                   const struct graph_cut *cut) {
  search->violation = (struct violation){.property = property};
  egraph_confirm_exit(search, slot, cut->steps, cut->actions);
  search->has_violation = true; /* also if it was not confirmed: nothing is left of the execution */
}

static bool is_known(const struct egraph_search *search, const struct thread *thread,
                     enum property property) {
  struct violation_site site = {.property = property};
  site_add(&site, egraph_user_edge(thread, thread_next_edge(thread))->at);
  return search->task->known && known_has(search->task->known, &site);
}

static void look_at_end(struct egraph_search *search, uint32_t slot, struct thread *thread) {
  property_set asked = search->task->properties & LEAKS;
  struct graph_cut cut = make_cut(search), least = make_cut(search);
  cut_before_exit(search, slot, &least);
  bool survives = has_survivor(search, slot, &cut);
  if (survives && property_in(PROPERTY_MEMCLEANUP, asked) &&
      !is_known(search, thread, PROPERTY_MEMCLEANUP)) {
    report(search, slot, PROPERTY_MEMCLEANUP, &cut);
  } else if (survives && property_in(PROPERTY_LEAK, asked)) {
    enum outcome outcome = try_exit(search, thread);
    if (outcome == OUTCOME_VIOLATION) {
      take_all(search, &cut);
      report(search, slot, search->machine.violation.property, &cut);
    } else if (!is_whole(search, &least)) {
      egraph_not_supported(search, egraph_user_edge(thread, thread_next_edge(thread)),
                           "leaks in a program that ends while other threads run");
    }
  }
  release_cut(&cut);
  release_cut(&least);
}

/* All threads have finished: may one that ended the program last have left memory behind? */
static bool may_leave_memory(struct egraph_search *search) {
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

void egraph_find_leaks(struct egraph_search *search) {
  if (!(search->task->properties & LEAKS) || search->is_dead || !search->state)
    return;
  bool ends = false;
  for (uint32_t i = 0; i < search->threads.count; i++) {
    if (!search->threads.items[i].exists || search->has_violation || search->is_dead)
      continue;
    struct thread *thread = state_thread(search->state, search->threads.items[i].number);
    if (!egraph_is_before_exit(thread))
      continue;
    ends = true;
    look_at_end(search, i, thread);
  }
  bool all_done = true;
  for (size_t i = 0; !ends && i < search->threads.count; i++)
    all_done &= !search->threads.items[i].exists || search->threads.items[i].progress.is_done;
  if (!ends && all_done && may_leave_memory(search))
    egraph_not_supported(search, NULL, "memory that is left when the last thread ends the program");
}
