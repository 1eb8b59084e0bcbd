/* SPDX-License-Identifier: Apache-2.0 */
/* Turns a violation into an execution that can be replayed. Only the causes of the violation are
 * kept of the graph. The program is executed along them again, in an order in which reads find the
 * newest write as far as possible; the schedule lists the exceptions. The result is replayed like
 * any counterexample, with a check of the axioms; only then the violation counts. */
#include "engine/graph/search.h"

#include "semantics/run.h"

#include <stdio.h>
#include <string.h>

/* Instead of a write: one that is no action, as it comes behind what matters of its section. */
#define UNKNOWN_WRITE (UINT32_MAX - 1)

struct confirming {
  struct schedule *schedule;
  uint64_t accesses;    /* so far */
  uint64_t *numbers;    /* of the accesses that actions are; 0: not executed yet */
  uint32_t *newest;     /* write of each location, or INITIAL_WRITE, or UNKNOWN_WRITE */
  uint64_t *unknown;    /* the value of that */
  size_t locations;     /* there are so many */
  uint32_t last_thread; /* that made a step */
  struct map early; /* from addresses to the accesses by which unpublished blocks were written */
};

/* All steps so far are to be made again, but for the one of the violation; or only those that
 * actions ask for. */
static void note_steps(struct egraph_search *search, bool all) {
  for (uint32_t i = 0; i < search->threads.count; i++) {
    search->threads.items[i].wanted_steps =
        !all || !search->threads.items[i].exists
            ? 0
            : search->threads.items[i].progress.steps - (i == search->violating ? 1 : 0);
    search->threads.items[i].final_wait = SIZE_MAX;
  }
}

/* A thread has to be created, whether it has actions or not. */
static void want_thread(struct egraph_search *search, uint32_t thread) {
  const struct action_thread_start *start = &search->graph.threads.items[thread];
  if (start->creator == thread)
    return;
  struct egraph_thread *creator = &search->threads.items[start->creator];
  if (creator->wanted_steps < start->steps)
    creator->wanted_steps = start->steps;
  want_thread(search, start->creator);
}

void egraph_report(struct egraph_search *search, uint32_t other) {
  if (search->confirming)
    return;
  search->has_violation = true;
  search->violation = search->machine.violation;
  search->violating = egraph_slot(search, search->violation.thread);
  search->racing = other;
  search->ending_steps = 0;
  /* The end of an object is no action: all that was done counts. */
  search->rests_on_all = search->violation.property == PROPERTY_MEMORY && other == NO_ACTION;
  note_steps(search, search->rests_on_all);
  want_thread(search, search->violating);
}

/* Freeing a block is a write of all of it: does it race with the access, and is that asked for? */
static bool races_with_end(struct egraph_search *search, uint32_t thread, uint32_t access) {
  const struct memory_action *action = &search->graph.actions.items[access];
  const struct thread *self = state_thread(search->state, search->threads.items[thread].number);
  const struct edge *edge = thread_next_edge(self);
  struct past_edge past = {search->threads.items[action->thread].number, action->edge,
                           action->user_edge};
  return property_in(PROPERTY_RACE, search->task->properties) && edge->op == OPERATION_FREE &&
         !edge->free.is_slot &&
         machine_reports_race(&search->machine, self, edge, egraph_user_edge(self, edge), &past,
                              search->graph.locations.items[action->location].address);
}

void egraph_report_end(struct egraph_search *search, uint32_t thread, uint32_t access) {
  const struct memory_action *action = &search->graph.actions.items[access];
  const struct egraph_thread *self = &search->threads.items[thread];
  if (search->confirming)
    return;
  bool is_late = property_in(PROPERTY_MEMORY, search->task->properties) &&
                 action->index >= self->prefix[action->thread];
  if (!is_late && !races_with_end(search, thread, access)) {
    egraph_not_supported(search, action->user_edge,
                         "an access that does not happen before the end of its object");
    return;
  }
  search->has_violation = search->is_dead = true;
  search->rests_on_all = false;
  note_steps(search, false);
  search->violation = is_late
                          ? (struct violation){.property = PROPERTY_MEMORY, .edge = action->edge}
                          : search->machine.violation;
  search->violating = is_late ? action->thread : thread;
  search->racing = is_late ? NO_ACTION : access;
  search->ending = thread;
  search->ending_steps = self->progress.steps;
  search->too_late = access;
  want_thread(search, search->violating);
  want_thread(search, thread);
}

static const struct memory_action *action_at(const struct egraph_search *search, size_t number) {
  return &search->graph.actions.items[number];
}

/* What the violation rests on, as a clock. */
static void join_causes(const struct egraph_search *search, uint32_t *causes,
                        const uint32_t *others) {
  for (size_t i = 0; i < search->stride; i++)
    if (others[i] > causes[i])
      causes[i] = others[i];
}

/* Up to the end of the object, and to the access that comes too late. */
static void find_causes_of_end(struct egraph_search *search, uint32_t *causes) {
  const struct memory_action *late = action_at(search, search->too_late);
  const struct egraph_thread *self = &search->threads.items[search->ending];
  join_causes(search, causes, self->prefix);
  causes[search->ending] = (uint32_t)self->actions.count;
  const struct action_thread_start *start = &search->graph.threads.items[late->thread];
  const struct action_numbers *before = late->index
                                            ? &search->threads.items[late->thread].actions
                                            : &search->threads.items[start->creator].actions;
  uint32_t count = late->index ? late->index : start->after;
  if (count)
    join_causes(search, causes, egraph_causes(search, before->items[count - 1]));
}

static void find_causes(struct egraph_search *search, uint32_t *causes) {
  if (search->ending_steps) {
    find_causes_of_end(search, causes);
    if (search->racing != NO_ACTION)
      join_causes(search, causes, egraph_causes(search, search->racing));
    return;
  }
  const struct egraph_thread *self = &search->threads.items[search->violating];
  memcpy(causes, self->prefix, search->stride * sizeof *causes);
  causes[search->violating] = (uint32_t)self->actions.count;
  if (search->racing == NO_ACTION)
    return;
  join_causes(search, causes, egraph_causes(search, search->racing));
}

static void keep_only(struct egraph_search *search, const uint32_t *causes) {
  struct event_graph *graph = &search->graph;
  uint32_t *numbers = memory_allocate((graph->actions.count + 1) * sizeof *numbers);
  size_t kept = 0;
  for (size_t i = 0; i < graph->actions.count; i++) {
    struct memory_action action = graph->actions.items[i];
    numbers[i] = NO_ACTION;
    if (action.index >= causes[action.thread])
      continue;
    numbers[i] = (uint32_t)kept;
    graph->actions.items[kept++] = action;
  }
  graph->actions.count = kept;
  for (size_t i = 0; i < kept; i++) {
    struct memory_action *action = &graph->actions.items[i];
    if ((action->kind == ACTION_READ || action->kind == ACTION_CHOICE) &&
        action->source != INITIAL_WRITE)
      action->source = numbers[action->source];
  }
  for (size_t i = 0; i < graph->locations.count; i++) {
    struct action_numbers *order = &graph->locations.items[i].order;
    size_t count = 0;
    for (size_t j = 0; j < order->count; j++)
      if (numbers[order->items[j]] != NO_ACTION)
        order->items[count++] = numbers[order->items[j]];
    order->count = count;
  }
  memory_release(numbers);
}

void egraph_confirm_step(struct egraph_search *search, uint32_t thread) {
  schedule_add_step(search->confirming->schedule, thread);
}

void egraph_confirm_choice(struct egraph_search *search, uint64_t bits) {
  schedule_add_choice(search->confirming->schedule, bits);
}

bool egraph_is_premature(const struct egraph_search *search, uint32_t thread) {
  const struct egraph_thread *self = &search->threads.items[thread];
  if (self->progress.executed >= self->actions.count)
    return false;
  const struct memory_action *action =
      action_at(search, self->actions.items[self->progress.executed]);
  return action->kind == ACTION_READ && action->is_awaited && action->source != INITIAL_WRITE &&
         !search->confirming->numbers[action->source];
}

uint64_t egraph_newest_value(const struct egraph_search *search, uint32_t location) {
  uint32_t newest = search->confirming->newest[location];
  if (newest == UNKNOWN_WRITE)
    return search->confirming->unknown[location];
  return newest == INITIAL_WRITE ? search->graph.locations.items[location].initial
                                 : action_at(search, newest)->value;
}

/* The next newer write that was executed. */
static uint32_t newer_write(const struct egraph_search *search, uint32_t number) {
  const struct memory_action *action = action_at(search, number);
  const struct action_numbers *order = &search->graph.locations.items[action->location].order;
  for (size_t i = event_graph_rank(&search->graph, action->location, number); i < order->count; i++)
    if (search->confirming->numbers[order->items[i]])
      return order->items[i];
  return NO_ACTION;
}

static uint64_t early_key(uint64_t address, uint64_t size) { return address << 4 | (size & 15); }

void egraph_confirm_access(struct egraph_search *search, uint32_t number) {
  struct confirming *confirming = search->confirming;
  confirming->accesses++;
  if (number == NO_ACTION)
    return;
  const struct memory_action *action = action_at(search, number);
  const struct action_location *location = &search->graph.locations.items[action->location];
  struct schedule_exception exception = {confirming->accesses, 0};
  bool is_exception = false;
  if (action->kind == ACTION_READ) {
    is_exception = action->source != confirming->newest[action->location];
    if (action->source != INITIAL_WRITE)
      exception.other = confirming->numbers[action->source];
    else /* what an unpublished block was given is what is there at first */
      map_get(&confirming->early, early_key(location->address, location->size), &exception.other);
  } else {
    uint32_t newer = newer_write(search, number);
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

bool egraph_confirm_later_write(struct egraph_search *search, uint64_t address, unsigned size,
                                uint64_t value) {
  search->confirming->accesses++;
  for (uint32_t i = 0; i < search->confirming->locations; i++) {
    const struct action_location *location = &search->graph.locations.items[i];
    if (location->address != address || location->size != size)
      continue;
    search->confirming->newest[i] = UNKNOWN_WRITE;
    search->confirming->unknown[i] = value;
    return true;
  }
  return false;
}

void egraph_confirm_early_write(struct egraph_search *search, uint64_t address, unsigned size) {
  map_set(&search->confirming->early, early_key(address, size), search->confirming->accesses);
}

/* Would the action find or leave the newest write? */
static bool is_in_order(const struct egraph_search *search, uint32_t number) {
  const struct memory_action *action = action_at(search, number);
  const struct confirming *confirming = search->confirming;
  if (action->kind == ACTION_READ)
    return action->source == confirming->newest[action->location] ||
           (action->source != INITIAL_WRITE &&
            action_at(search, action->source)->thread == action->thread);
  if (action->kind != ACTION_WRITE)
    return true;
  size_t rank = event_graph_rank(&search->graph, action->location, number);
  const struct action_numbers *all = &search->accesses.items[action->location];
  for (size_t i = 0; i < all->count; i++) {
    const struct memory_action *other = action_at(search, all->items[i]);
    size_t its_rank = event_graph_rank(&search->graph, action->location,
                                       other->kind == ACTION_WRITE ? all->items[i] : other->source);
    bool is_done = confirming->numbers[all->items[i]] != 0;
    if (other->thread != action->thread && is_done != (its_rank < rank))
      return false;
  }
  return true;
}

/* Have the writes been executed that the thread reads from before it may have to wait? */
static bool can_begin(const struct egraph_search *search, const struct egraph_thread *self) {
  uint32_t unit = action_at(search, self->actions.items[self->progress.executed])->unit;
  for (size_t i = self->progress.executed; i < self->actions.count; i++) {
    const struct memory_action *action = action_at(search, self->actions.items[i]);
    if (action->unit != unit)
      break;
    if (action->kind == ACTION_READ && action->source != INITIAL_WRITE &&
        action_at(search, action->source)->thread != action->thread &&
        !search->confirming->numbers[action->source])
      return false;
  }
  return true;
}

/* How good is it that the thread makes the next step? 0: it has none to make. */
static unsigned rate(const struct egraph_search *search, uint32_t slot) {
  const struct egraph_thread *self = &search->threads.items[slot];
  bool is_last, in_order = true;
  if (!self->exists || self->progress.is_done)
    return 0;
  if (self->progress.executed >= self->actions.count)
    return self->progress.steps < egraph_needed_steps(search, slot) ||
                   self->progress.steps < self->wanted_steps
               ? 8
               : 0;
  if (self->progress.is_waiting && self->progress.executed >= self->final_wait)
    return 0; /* it waits already, maybe since before it could read what it waited with */
  bool is_ready = egraph_can_repeat(search, self, &is_last);
  if (!is_ready && self->progress.is_blocked)
    return 0;
  uint32_t step =
      action_at(search, self->actions.items[self->progress.executed])->unit / UNITS_PER_STEP;
  for (size_t i = self->progress.executed; i < self->actions.count && in_order; i++) {
    if (action_at(search, self->actions.items[i])->unit / UNITS_PER_STEP != step)
      break;
    in_order = is_in_order(search, self->actions.items[i]);
  }
  unsigned stays = slot == search->confirming->last_thread ? 1 : 0;
  return 1 + stays + (is_ready || can_begin(search, self) ? 2 : 0) + (is_ready ? 2 : 0) +
         (is_ready && in_order ? 2 : 0);
}

static void repeat(struct egraph_search *search) {
  while (!search->is_dead) {
    uint32_t best = NO_ACTION;
    unsigned best_rate = 0;
    for (uint32_t i = 0; i < search->threads.count; i++) {
      unsigned rated = rate(search, i);
      if (rated > best_rate) {
        best = i;
        best_rate = rated;
      }
    }
    if (best == NO_ACTION)
      return;
    search->confirming->last_thread = best;
    egraph_step(search, best);
  }
}

/* Goes on until what was found happens; a race is there when both accesses are. */
static void finish(struct egraph_search *search) {
  if (search->violating == UINT32_MAX)
    return;
  if (search->is_at_end) {
    if (!search->is_dead)
      egraph_step(search, search->violating);
    return;
  }
  while (!search->is_dead && search->ending_steps &&
         search->threads.items[search->ending].progress.steps < search->ending_steps)
    egraph_step(search, search->ending);
  const struct egraph_thread *self = &search->threads.items[search->violating];
  while (!search->is_dead && search->racing == NO_ACTION && !self->progress.is_done &&
         !self->progress.is_blocked && search->violation.edge &&
         search->violation.property != PROPERTY_RACE) {
    egraph_step(search, search->violating);
    self = &search->threads.items[search->violating];
  }
}

static void execute_again(struct egraph_search *search) {
  struct confirming confirming = {.schedule = &search->result->schedule, .last_thread = 0};
  size_t actions = search->graph.actions.count, locations = search->graph.locations.count;
  confirming.numbers = memory_allocate_zeroed((actions + 1) * sizeof *confirming.numbers);
  confirming.newest = memory_allocate((locations + 1) * sizeof *confirming.newest);
  confirming.unknown = memory_allocate_zeroed((locations + 1) * sizeof *confirming.unknown);
  confirming.locations = locations;
  for (size_t i = 0; i < locations; i++)
    confirming.newest[i] = INITIAL_WRITE;
  confirming.schedule->has_graph = true;
  search->confirming = &confirming;
  egraph_forget_path(search);
  egraph_begin_execution(search);
  repeat(search);
  finish(search);
  egraph_forget_path(search);
  search->confirming = NULL;
  memory_release(confirming.numbers);
  memory_release(confirming.newest);
  memory_release(confirming.unknown);
  map_release(&confirming.early);
}

/* Of what is still allocated at the end, it is told what nothing points to. */
static bool is_what_was_found(const struct egraph_search *search, enum property property) {
  return property == search->violation.property ||
         (search->is_at_end && (property == PROPERTY_LEAK || property == PROPERTY_MEMCLEANUP));
}

/* Replays what was executed. False with a reason, if there is one: that does not show it. */
static bool is_replayed(struct egraph_search *search, char *reason, size_t size) {
  struct machine machine = {.program = search->task->program,
                            .domain = &domain_concrete,
                            .properties = search->task->properties,
                            .known = search->task->known,
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

static void execute_or_give_reason(struct egraph_search *search) {
  char reason[256] = "";
  bool has_symmetry = search->has_symmetry;
  search->has_symmetry = false; /* what was visited is an execution; only a part of it is needed */
  egraph_derive(search, 0);
  execute_again(search);
  search->has_symmetry = has_symmetry;
  if (is_replayed(search, reason, sizeof reason)) {
    search->result->verdict = VERDICT_FALSE;
    return;
  }
  schedule_release(&search->result->schedule);
  search->result->schedule.has_graph = false;
  if (!*search->result->reason)
    snprintf(search->result->reason, sizeof search->result->reason,
             "a violation of %s could not be confirmed%s%s",
             property_name(search->violation.property), *reason ? ": " : "", reason);
}

void egraph_confirm(struct egraph_search *search) {
  uint32_t *causes = memory_allocate_zeroed(search->stride * sizeof *causes);
  if (!search->rests_on_all) {
    find_causes(search, causes);
    keep_only(search, causes);
  }
  memory_release(causes);
  execute_or_give_reason(search);
}

void egraph_confirm_exit(struct egraph_search *search, uint32_t thread, const uint64_t *steps,
                         const uint32_t *actions) {
  search->violating = thread;
  search->racing = NO_ACTION;
  search->ending_steps = 0;
  search->is_at_end = true;
  note_steps(search, false);
  for (size_t i = 0; i < search->threads.count; i++)
    search->threads.items[i].wanted_steps = steps[i];
  keep_only(search, actions);
  execute_or_give_reason(search);
}

/* Does the thread wait although its condition looked at the newest writes? */
static bool waits_for_ever(const struct egraph_search *search, const struct egraph_thread *thread) {
  bool has_looked = false;
  for (size_t i = thread->progress.first_awaited;
       thread->progress.is_waiting && i < thread->actions.count; i++) {
    const struct memory_action *action = action_at(search, thread->actions.items[i]);
    if (action->kind != ACTION_READ)
      continue;
    has_looked = true;
    if (event_graph_rank(&search->graph, action->location, action->source) <
        search->graph.locations.items[action->location].order.count)
      return false;
  }
  return thread->progress.is_waiting &&
         (has_looked || thread->progress.first_awaited >= thread->actions.count);
}

/* What the machine would say of the thread if all waits were looked at once more. A wait that took
 * an old write counts as one that ends: there is an execution in which it takes the newest. */
static enum readiness readiness_of(const struct egraph_search *search, uint32_t slot,
                                   const struct thread *thread) {
  if (thread->finished)
    return FINISHED;
  if (thread->stopped)
    return STOPPED;
  if (!waits_for_ever(search, &search->threads.items[slot]))
    return READY;
  return thread_next_edge(thread)->wait.spurious ? READY_SPURIOUSLY : BLOCKED;
}

bool egraph_finds_deadlock(struct egraph_search *search) {
  if (!property_in(PROPERTY_DEADLOCK, search->task->properties) || search->is_blocked_for_good)
    return false;
  const struct state *state = search->state;
  enum readiness *readiness = memory_allocate((state->thread_count + 1) * sizeof *readiness);
  for (size_t i = 0; i < state->thread_count; i++)
    readiness[i] =
        readiness_of(search, egraph_slot(search, state->threads[i]->number), state->threads[i]);
  bool found = machine_finds_deadlock_of(&search->machine, state, readiness);
  memory_release(readiness);
  if (*search->machine.withheld && !*search->result->reason)
    snprintf(search->result->reason, sizeof search->result->reason, "%s", search->machine.withheld);
  if (!found)
    return false;
  search->violation = (struct violation){.property = PROPERTY_DEADLOCK};
  search->violating = UINT32_MAX;
  search->racing = NO_ACTION;
  search->ending_steps = 0;
  note_steps(search, true);
  for (size_t i = 0; i < search->threads.count; i++)
    if (search->threads.items[i].progress.is_waiting)
      search->threads.items[i].final_wait = search->threads.items[i].progress.first_awaited;
  execute_or_give_reason(search);
  return search->result->verdict == VERDICT_FALSE;
}
