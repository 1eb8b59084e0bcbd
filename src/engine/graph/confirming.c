/* SPDX-License-Identifier: Apache-2.0 */
/* Turns a violation into an execution that can be replayed. The graph is reduced to the causes of
 * the violation. Then the program is executed along it once more, with an overlay of its own, in an
 * order in which reads find the newest write as far as possible. The schedule lists the exceptions.
 * The result is replayed like any counterexample, with a check of the axioms; only then the
 * violation counts. */
#include "engine/graph/confirming.h"

#include "base/memory.h"
#include "engine/graph/block_address.h"
#include "engine/graph/choices.h"
#include "engine/graph/clocks.h"
#include "engine/graph/found_violation.h"
#include "engine/graph/graph_locations.h"
#include "engine/graph/recorded.h"
#include "engine/graph/rewind.h"
#include "engine/graph/stepping.h"
#include "engine/graph/unpublished.h"
#include "engine/graph/waits.h"
#include "semantics/run.h"

#include <stdio.h>
#include <string.h>

/* The newest write of a location is one that is not in the graph. */
#define UNKNOWN_WRITE (UINT32_MAX - 1)

struct confirming {
  struct overlay overlay; /* first: a pointer to it is one to the whole */
  struct chooser chooser;
  struct listener listener;
  struct graph_search *search;
  const struct clocked_graph *graph;
  struct schedule *schedule;
  uint64_t accesses;    /* executed so far */
  uint64_t *numbers;    /* of each action: the number of its access; 0: not executed yet */
  uint32_t *newest;     /* of each location: a write, INITIAL_WRITE or UNKNOWN_WRITE */
  uint64_t *unknown;    /* of each location: the value of its UNKNOWN_WRITE */
  size_t locations;     /* of the graph */
  uint32_t last_thread; /* that made a step */
  struct map early; /* from addresses to the last accesses to blocks before they were published */
};

static const struct memory_action *action_at(const struct confirming *confirming, size_t number) {
  return clocked_graph_action(confirming->graph, number);
}

/* Is the thread's next action a read by the condition of a wait, from a write that was not executed
 * yet? Then the wait is evaluated too early, and finds the newest value there is. */
static bool is_premature(const struct confirming *confirming, uint32_t slot) {
  const struct event_thread *self = &confirming->graph->threads.items[slot];
  if (self->progress.executed >= self->actions.count)
    return false;
  const struct memory_action *action =
      action_at(confirming, self->actions.items[self->progress.executed]);
  return action->kind == ACTION_READ && action->is_awaited && action->source != INITIAL_WRITE &&
         !confirming->numbers[action->source];
}

static uint64_t newest_value(const struct confirming *confirming, uint32_t location) {
  uint32_t newest = confirming->newest[location];
  if (newest == UNKNOWN_WRITE)
    return confirming->unknown[location];
  return newest == INITIAL_WRITE ? confirming->graph->events.locations.items[location].initial
                                 : action_at(confirming, newest)->value;
}

/* The next newer write to the location that was executed. */
static uint32_t newer_write(const struct confirming *confirming, uint32_t location,
                            uint32_t number) {
  const struct action_numbers *order = &confirming->graph->events.locations.items[location].order;
  for (size_t i = event_graph_rank(&confirming->graph->events, location, number); i < order->count;
       i++)
    if (confirming->numbers[order->items[i]])
      return order->items[i];
  return NO_ACTION;
}

static uint64_t early_key(uint64_t address, uint64_t size) { return address << 4 | (size & 15); }

/* Notes that the next access is executed. `number` is NO_ACTION if the access is no action, or
 * is not recorded. */
static void note_access(struct confirming *confirming, uint32_t number) {
  confirming->accesses++;
  if (number == NO_ACTION)
    return;
  const struct memory_action *action = action_at(confirming, number);
  const struct action_location *location =
      &confirming->graph->events.locations.items[action->location];
  struct schedule_exception exception = {confirming->accesses, 0};
  bool is_exception = false;
  if (action->kind == ACTION_READ) {
    is_exception = action->source != confirming->newest[action->location];
    if (action->source != INITIAL_WRITE)
      exception.other = confirming->numbers[action->source];
    else /* the initial value is what the block got before it was published */
      map_get(&confirming->early, early_key(location->address, location->size), &exception.other);
  } else {
    uint32_t newer = newer_write(confirming, action->location, number);
    is_exception = newer != NO_ACTION;
    if (is_exception)
      exception.other = confirming->numbers[newer];
    else
      confirming->newest[action->location] = number;
  }
  confirming->numbers[number] = confirming->accesses;
  if (is_exception)
    vector_push(&confirming->schedule->exceptions, exception);
}

/* A write that is not recorded is executed. False: the machine has to keep its value. */
static bool note_later_write(struct confirming *confirming, uint64_t address, unsigned size,
                             uint64_t value) {
  confirming->accesses++;
  for (uint32_t i = 0; i < confirming->locations; i++) {
    const struct action_location *location = &confirming->graph->events.locations.items[i];
    if (location->address != address || location->size != size)
      continue;
    confirming->newest[i] = UNKNOWN_WRITE;
    confirming->unknown[i] = value;
    return true;
  }
  return false;
}

/* Notes that the last access was a write to a block that was not published yet. */
static void note_early_write(struct confirming *confirming, uint64_t address, unsigned size) {
  map_set(&confirming->early, early_key(address, size), confirming->accesses);
}

/* Is the newest write the one that the read reads from, or that the write follows? */
static bool is_in_order(const struct confirming *confirming, uint32_t number) {
  const struct memory_action *action = action_at(confirming, number);
  if (action->kind == ACTION_READ)
    return action->source == confirming->newest[action->location] ||
           (action->source != INITIAL_WRITE &&
            action_at(confirming, action->source)->thread == action->thread);
  if (action->kind != ACTION_WRITE)
    return true;
  size_t rank = event_graph_rank(&confirming->graph->events, action->location, number);
  const struct action_numbers *all = &confirming->graph->accesses.items[action->location];
  for (size_t i = 0; i < all->count; i++) {
    const struct memory_action *other = action_at(confirming, all->items[i]);
    size_t its_rank = event_graph_rank(&confirming->graph->events, action->location,
                                       other->kind == ACTION_WRITE ? all->items[i] : other->source);
    bool is_done = confirming->numbers[all->items[i]] != 0;
    if (other->thread != action->thread && is_done != (its_rank < rank))
      return false;
  }
  return true;
}

/* Have the writes been executed that the thread reads from before it may have to wait? */
static bool can_begin(const struct confirming *confirming, const struct event_thread *self) {
  uint32_t unit = action_at(confirming, self->actions.items[self->progress.executed])->unit;
  for (size_t i = self->progress.executed; i < self->actions.count; i++) {
    const struct memory_action *action = action_at(confirming, self->actions.items[i]);
    if (action->unit != unit)
      break;
    if (action->kind == ACTION_READ && action->source != INITIAL_WRITE &&
        action_at(confirming, action->source)->thread != action->thread &&
        !confirming->numbers[action->source])
      return false;
  }
  return true;
}

/* Rates the thread as the one that makes the next step. 0: it has no step to make. */
static unsigned rate_thread(const struct confirming *confirming, uint32_t slot) {
  const struct event_thread *self = &confirming->graph->threads.items[slot];
  bool is_last, in_order = true;
  if (!self->exists || self->progress.is_done)
    return 0;
  if (self->progress.executed >= self->actions.count)
    return self->progress.steps < stepping_needed_steps(confirming->graph, slot) ||
                   self->progress.steps < self->wanted_steps
               ? 8
               : 0;
  if (self->progress.is_waiting && self->progress.executed >= self->final_wait)
    return 0; /* it waits already */
  bool is_ready = stepping_can_repeat(confirming->graph, self, &is_last);
  if (!is_ready && self->progress.is_blocked)
    return 0;
  uint32_t step =
      action_at(confirming, self->actions.items[self->progress.executed])->unit / UNITS_PER_STEP;
  for (size_t i = self->progress.executed; i < self->actions.count && in_order; i++) {
    if (action_at(confirming, self->actions.items[i])->unit / UNITS_PER_STEP != step)
      break;
    in_order = is_in_order(confirming, self->actions.items[i]);
  }
  unsigned stays = slot == confirming->last_thread ? 1 : 0;
  return 1 + stays + (is_ready || can_begin(confirming, self) ? 2 : 0) + (is_ready ? 2 : 0) +
         (is_ready && in_order ? 2 : 0);
}

/* Executes a read that is not recorded, or that comes too early. */
static bool read_newest(struct confirming *confirming, const struct overlay_access *access,
                        struct value *value) {
  const struct event_graph *events = &confirming->graph->events;
  uint64_t address = access->place->address + access->place->offset;
  uint32_t life = lifetimes_count(&confirming->search->lifetimes, access->place);
  note_access(confirming, NO_ACTION);
  for (uint32_t i = 0; i < events->locations.count; i++)
    if (events->locations.items[i].address == address &&
        events->locations.items[i].size == access->size &&
        events->locations.items[i].life == life) {
      value->bits = newest_value(confirming, i);
      return true;
    }
  return false;
}

static void repeat_fence(struct overlay *overlay, const struct thread *thread,
                         enum memory_order order) {
  struct graph_search *search = ((struct confirming *)overlay)->search;
  (void)order;
  if (!search->is_concurrent || search->ending.is_dead)
    return;
  uint32_t slot = clocked_graph_slot(&search->graph, thread->number);
  search->graph.threads.items[slot].progress.awaits = false;
  if (recorded_has(search, slot))
    recorded_take(search, slot, ACTION_FENCE);
}

/* Counts an access that is no action. */
static bool skip_access(struct confirming *confirming, const struct overlay_access *access) {
  if (!confirming->search->is_concurrent || graph_locations_is_constant(access->place))
    return false;
  note_access(confirming, NO_ACTION);
  return true;
}

static bool repeat_read(struct overlay *overlay, const struct overlay_access *access,
                        struct value *value) {
  struct confirming *confirming = (struct confirming *)overlay;
  struct graph_search *search = confirming->search;
  const struct thread *thread = access->thread;
  if (!graph_locations_is_action(search, thread, access->place, access->size, false)) {
    skip_access(confirming, access);
    return false;
  }
  *value = (struct value){0, 0};
  if (search->ending.is_dead)
    return true;
  uint32_t slot = clocked_graph_slot(&search->graph, thread->number), earlier;
  if (waits_was_read(search, slot, access->place->address + access->place->offset, &earlier)) {
    value->bits = action_at(confirming, earlier)->value;
    note_access(confirming, earlier);
    return true;
  }
  if (is_premature(confirming, slot))
    return read_newest(confirming, access, value);
  if (recorded_needs_fence(search, thread, slot))
    repeat_fence(overlay, thread, ORDER_OF_DRAIN);
  if (search->ending.is_dead)
    return true;
  if (!recorded_has(search, slot))
    return read_newest(confirming, access, value);
  const struct memory_action *read = recorded_read(search, thread, slot);
  if (read) {
    note_access(confirming, recorded_last(search, slot));
    value->bits = read->value;
  }
  return true;
}

/* The write of a read-modify-write is executed of which only the read is recorded, since that
 * races: it comes directly after the write that was read. */
static void note_rest_of_update(struct confirming *confirming, const struct thread *thread,
                                uint32_t slot) {
  const struct event_thread *self = &confirming->graph->threads.items[slot];
  if (!self->progress.executed)
    return;
  const struct memory_action *read = action_at(confirming, recorded_last(confirming->search, slot));
  if (read->kind != ACTION_READ || !read->is_exclusive || read->edge != thread_next_edge(thread))
    return;
  uint32_t newer = newer_write(confirming, read->location, read->source);
  struct schedule_exception exception = {++confirming->accesses, 0};
  if (newer == NO_ACTION)
    return;
  exception.other = confirming->numbers[newer];
  vector_push(&confirming->schedule->exceptions, exception);
}

static bool repeat_write(struct overlay *overlay, const struct overlay_access *access,
                         struct value value) {
  struct confirming *confirming = (struct confirming *)overlay;
  struct graph_search *search = confirming->search;
  const struct thread *thread = access->thread;
  uint64_t address = access->place->address + access->place->offset;
  if (!graph_locations_is_action(search, thread, access->place, access->size, true)) {
    if (skip_access(confirming, access))
      note_early_write(confirming, address, access->size);
    return false;
  }
  if (search->ending.is_dead)
    return true;
  uint32_t slot = clocked_graph_slot(&search->graph, thread->number);
  search->graph.threads.items[slot].progress.awaits = false;
  unpublished_publish(search, thread);
  if (recorded_needs_fence(search, thread, slot))
    repeat_fence(overlay, thread, ORDER_OF_DRAIN);
  if (search->ending.is_dead)
    return true;
  if (recorded_has(search, slot)) {
    if (recorded_take(search, slot, ACTION_WRITE))
      note_access(confirming, recorded_last(search, slot));
    return true;
  }
  if (thread->atomic_depth) /* the rest of a section, after the actions that matter */
    return note_later_write(confirming, address, access->size, value.bits);
  note_rest_of_update(confirming, thread, slot);
  search->ending.is_dead = true; /* the execution ends, or differs from the one that was found */
  return true;
}

static uint64_t repeat_choice(struct chooser *chooser, unsigned width, const struct edge *edge) {
  struct confirming *confirming =
      (struct confirming *)((char *)chooser - offsetof(struct confirming, chooser));
  struct graph_search *search = confirming->search;
  if (search->ending.is_dead)
    return 0;
  uint32_t slot = search->running ? clocked_graph_slot(&search->graph, search->running->number) : 0;
  struct choice_values values;
  search->graph.threads.items[slot].progress.awaits = false;
  choices_list(search, edge, width, &values);
  const struct memory_action *choice = values.count != 1 && recorded_has(search, slot)
                                           ? recorded_take(search, slot, ACTION_CHOICE)
                                           : NULL;
  uint64_t value = choice ? choice->value : 0;
  schedule_add_choice(confirming->schedule, value);
  return value;
}

/* The schedule has an answer for each address, up to the one that is taken. */
static uint64_t repeat_reuse(struct overlay *overlay, const struct thread *thread,
                             const struct edge *edge, const uint64_t *addresses, size_t count) {
  struct confirming *confirming = (struct confirming *)overlay;
  struct graph_search *search = confirming->search;
  uint32_t slot = clocked_graph_slot(&search->graph, thread->number);
  bool is_resized = block_address_is_resized(search, edge, addresses, count), is_taken = false;
  if (is_resized)
    block_address_note_resized(search, addresses[0]);
  if (search->ending.is_dead)
    return 0;
  search->graph.threads.items[slot].progress.awaits = false;
  const struct memory_action *choice =
      recorded_has(search, slot) ? recorded_take(search, slot, ACTION_CHOICE) : NULL;
  uint64_t chosen = choice ? choice->value : 0;
  for (size_t i = 0; i < count && !is_taken; i++) {
    is_taken = addresses[i] == chosen;
    schedule_add_choice(confirming->schedule, is_taken);
  }
  if (chosen && !is_taken) {
    search_not_supported(search, NULL, "internal: an execution could not be repeated");
    return 0;
  }
  if (chosen && !is_resized)
    block_address_note_birth(search, slot, chosen);
  return chosen;
}

/* Handled as during the search. */
static void bypass(struct overlay *overlay, const struct place *place, uint64_t size, bool writes) {
  struct overlay *other = &((struct confirming *)overlay)->search->overlay;
  other->bypass(other, place, size, writes);
}

static bool leave_out(struct overlay *overlay, const struct place *place, uint64_t size,
                      bool writes) {
  struct overlay *other = &((struct confirming *)overlay)->search->overlay;
  return other->leaves_out(other, place, size, writes);
}

static void end_object(struct overlay *overlay, const struct thread *thread,
                       const struct place *place) {
  struct overlay *other = &((struct confirming *)overlay)->search->overlay;
  other->end(other, thread, place);
}

static void note_drain(struct overlay *overlay, const struct thread *thread) {
  struct overlay *other = &((struct confirming *)overlay)->search->overlay;
  other->drain(other, thread);
}

static void notice_edge(struct listener *listener, const struct state *state,
                        const struct event *event) {
  struct graph_search *search =
      ((struct confirming *)((char *)listener - offsetof(struct confirming, listener)))->search;
  (void)state;
  if (event->kind == EVENT_EDGE && event->edge->op == OPERATION_SPAWN && search->running &&
      search->running->number == event->thread && !search->ending.is_dead)
    unpublished_publish_to_new(search, search->running);
}

/* After a step of the thread: notes whether the thread waits, or is done. */
static void note_waiting(struct graph_search *search, uint32_t slot) {
  struct event_thread *self = &search->graph.threads.items[slot];
  struct thread *thread = state_thread(search->state, self->number);
  if (thread->finished || stepping_is_before_exit(thread)) {
    self->progress.is_done = true;
    return;
  }
  bool waits = stepping_does_wait(search, self, thread);
  self->progress.is_blocked = waits || thread->stopped;
  self->progress.is_waiting = waits;
  if (waits && !self->progress.awaits)
    self->progress.first_awaited = self->progress.executed;
}

static void make_step(struct confirming *confirming, uint32_t slot) {
  struct graph_search *search = confirming->search;
  const struct event_thread *self = &search->graph.threads.items[slot];
  struct thread *thread = state_thread(search->state, self->number);
  size_t before = self->progress.executed;
  stepping_begin_step(search, slot, thread);
  schedule_add_step(confirming->schedule, thread->number);
  if (!stepping_run_machine(search, slot, thread, before))
    return;
  stepping_end_step(search, slot, thread, before);
  note_waiting(search, slot);
}

/* Makes the steps with recorded actions, and those that are wanted. */
static void repeat_recorded_steps(struct confirming *confirming) {
  while (!confirming->search->ending.is_dead) {
    uint32_t best = NO_ACTION;
    unsigned best_rate = 0;
    for (uint32_t i = 0; i < confirming->graph->threads.count; i++) {
      unsigned rated = rate_thread(confirming, i);
      if (rated > best_rate) {
        best = i;
        best_rate = rated;
      }
    }
    if (best == NO_ACTION)
      return;
    confirming->last_thread = best;
    make_step(confirming, best);
  }
}

/* Continues until the violation happens. A race has happened when both accesses are executed. */
static void continue_to_violation(struct confirming *confirming) {
  struct graph_search *search = confirming->search;
  const struct found_violation *found = &search->found;
  if (found->thread == UINT32_MAX)
    return;
  if (found->is_at_end) {
    if (!search->ending.is_dead)
      make_step(confirming, found->thread);
    return;
  }
  while (!search->ending.is_dead && found->ending_steps &&
         search->graph.threads.items[found->ending].progress.steps < found->ending_steps)
    make_step(confirming, found->ending);
  const struct event_thread *self = &search->graph.threads.items[found->thread];
  while (!search->ending.is_dead && found->racing == NO_ACTION && !self->progress.is_done &&
         !self->progress.is_blocked && found->violation.edge &&
         found->violation.property != PROPERTY_RACE) {
    make_step(confirming, found->thread);
    self = &search->graph.threads.items[found->thread];
  }
}

static void attach(struct confirming *confirming) {
  struct graph_search *search = confirming->search;
  confirming->overlay = (struct overlay){.read = repeat_read,
                                         .write = repeat_write,
                                         .bypass = bypass,
                                         .leaves_out = leave_out,
                                         .fence = repeat_fence,
                                         .end = end_object,
                                         .drain = search->overlay.drain ? note_drain : NULL,
                                         .reuse = search->overlay.reuse ? repeat_reuse : NULL};
  confirming->chooser = (struct chooser){repeat_choice, false, NULL};
  confirming->listener = (struct listener){.event = notice_edge};
  search->machine.overlay = &confirming->overlay;
  search->machine.chooser = &confirming->chooser;
  machine_unlisten(&search->machine, &search->listener);
  machine_listen(&search->machine, &confirming->listener);
}

static void detach(struct confirming *confirming) {
  struct graph_search *search = confirming->search;
  search->machine.overlay = &search->overlay;
  search->machine.chooser = &search->chooser;
  machine_unlisten(&search->machine, &confirming->listener);
  machine_listen(&search->machine, &search->listener);
}

/* Executes the program along the graph; result.schedule becomes that of the execution. */
static void execute_again(struct graph_search *search) {
  struct confirming confirming = {
      .search = search, .graph = &search->graph, .schedule = &search->result->schedule};
  size_t actions = search->graph.events.actions.count;
  size_t locations = confirming.locations = search->graph.events.locations.count;
  confirming.numbers = memory_allocate_zeroed((actions + 1) * sizeof *confirming.numbers);
  confirming.newest = memory_allocate((locations + 1) * sizeof *confirming.newest);
  confirming.unknown = memory_allocate_zeroed((locations + 1) * sizeof *confirming.unknown);
  for (size_t i = 0; i < locations; i++)
    confirming.newest[i] = INITIAL_WRITE;
  confirming.schedule->has_graph = true;
  search->found.has_violation = true;
  rewind_forget_path(search);
  attach(&confirming);
  if (stepping_begin(search))
    note_waiting(search, 0);
  repeat_recorded_steps(&confirming);
  continue_to_violation(&confirming);
  detach(&confirming);
  rewind_forget_path(search);
  memory_release(confirming.numbers);
  memory_release(confirming.newest);
  memory_release(confirming.unknown);
  map_release(&confirming.early);
}

/* Is the outcome the violation that was found? A leak counts only if nothing points to the
 * block. */
static bool is_what_was_found(const struct graph_search *search, enum property property) {
  return property == search->found.violation.property ||
         (search->found.is_at_end &&
          (property == PROPERTY_LEAK || property == PROPERTY_MEMCLEANUP));
}

/* Replays the execution. False: it does not show the violation; `reason` says why, if that is
 * known. */
static bool is_replayed(struct graph_search *search, char *reason, size_t size) {
  struct machine machine = {.program = search->task->program,
                            .domain = &domain_concrete,
                            .properties = search->task->properties,
                            .known = search->task->known,
                            .stale_parts = search->task->stale_parts,
                            .memory_model = search->task->memory_model};
  struct run_options options = {.replay = &search->result->schedule,
                                .limits = search->task->limits};
  struct state *state = NULL;
  enum run_end end = run_program(&machine, &options, &state);
  if (state)
    state_destroy(state);
  search->result->violation = machine.violation;
  snprintf(reason, size, "%s", machine.reason);
  return end == RUN_VIOLATION && is_what_was_found(search, machine.violation.property);
}

static void execute_or_give_reason(struct graph_search *search) {
  char reason[256] = "", old_reason[sizeof search->result->reason];
  bool has_symmetry = search->graph.symmetry.is_on;
  memcpy(old_reason, search->result->reason, sizeof old_reason);
  search->graph.symmetry.is_on = false; /* part of a graph may break its order of threads */
  clocks_derive(&search->graph, 0);
  execute_again(search);
  memcpy(search->result->reason, old_reason, sizeof old_reason);
  search->graph.symmetry.is_on = has_symmetry;
  if (is_replayed(search, reason, sizeof reason)) {
    search->result->verdict = VERDICT_FALSE;
    return;
  }
  schedule_release(&search->result->schedule);
  search->result->schedule.has_graph = false;
  if (!*search->result->reason)
    snprintf(search->result->reason, sizeof search->result->reason,
             search->task->program->asks_layout
                 ? "a violation of %s may be one of no layout of objects%s%s"
                 : "a violation of %s could not be confirmed%s%s",
             property_name(search->found.violation.property), *reason ? ": " : "", reason);
}

void confirming_run(struct graph_search *search) {
  found_violation_keep_causes(search);
  execute_or_give_reason(search);
}

void confirming_run_exit(struct graph_search *search, uint32_t thread, const uint64_t *steps,
                         const uint32_t *actions) {
  search->found.thread = thread;
  search->found.racing = NO_ACTION;
  search->found.ending_steps = 0;
  search->found.is_at_end = true;
  found_violation_note_steps(search, false);
  for (size_t i = 0; i < search->graph.threads.count; i++)
    search->graph.threads.items[i].wanted_steps = steps[i];
  found_violation_keep(search, actions);
  execute_or_give_reason(search);
}

/* Does the thread wait although its condition looked at the newest writes? */
static bool waits_for_ever(const struct graph_search *search, const struct event_thread *thread) {
  bool has_looked = false;
  for (size_t i = thread->progress.first_awaited;
       thread->progress.is_waiting && i < thread->actions.count; i++) {
    const struct memory_action *action =
        clocked_graph_action(&search->graph, thread->actions.items[i]);
    if (action->kind != ACTION_READ)
      continue;
    has_looked = true;
    if (event_graph_rank(&search->graph.events, action->location, action->source) <
        search->graph.events.locations.items[action->location].order.count)
      return false;
  }
  return thread->progress.is_waiting &&
         (has_looked || thread->progress.first_awaited >= thread->actions.count);
}

/* The readiness of the thread if all conditions of waits were evaluated once more. A wait that
 * read an old write counts as one that ends, since in another execution it reads the newest write.
 * */
static enum readiness readiness_of(const struct graph_search *search, uint32_t slot,
                                   const struct thread *thread) {
  if (thread->finished)
    return FINISHED;
  if (thread->stopped)
    return STOPPED;
  if (!waits_for_ever(search, &search->graph.threads.items[slot]))
    return READY;
  return thread_next_edge(thread)->wait.spurious ? READY_SPURIOUSLY : BLOCKED;
}

bool confirming_finds_deadlock(struct graph_search *search) {
  if (!property_in(PROPERTY_DEADLOCK, search->task->properties) ||
      search->ending.is_blocked_for_good)
    return false;
  const struct state *state = search->state;
  enum readiness *readiness = memory_allocate((state->thread_count + 1) * sizeof *readiness);
  for (size_t i = 0; i < state->thread_count; i++)
    readiness[i] = readiness_of(
        search, clocked_graph_slot(&search->graph, state->threads[i]->number), state->threads[i]);
  bool found = machine_finds_deadlock_of(&search->machine, state, readiness);
  memory_release(readiness);
  if (*search->machine.doubts.withheld && !*search->result->reason)
    snprintf(search->result->reason, sizeof search->result->reason, "%s",
             search->machine.doubts.withheld);
  if (!found)
    return false;
  search->found.violation = (struct violation){.property = PROPERTY_DEADLOCK};
  search->found.thread = UINT32_MAX;
  search->found.racing = NO_ACTION;
  search->found.ending_steps = 0;
  found_violation_note_steps(search, true);
  for (size_t i = 0; i < search->graph.threads.count; i++)
    if (search->graph.threads.items[i].progress.is_waiting)
      search->graph.threads.items[i].final_wait =
          search->graph.threads.items[i].progress.first_awaited;
  execute_or_give_reason(search);
  return search->result->verdict == VERDICT_FALSE;
}
