/* SPDX-License-Identifier: Apache-2.0 */
/* Executes the program along a graph. First the recorded actions are executed, a write before the
 * reads that read from it. Then each thread continues until none can move. */
#include "engine/graph/stepping.h"

#include "engine/graph/clocks.h"
#include "engine/graph/extension.h"
#include "engine/graph/found_violation.h"
#include "engine/graph/rewind.h"
#include "engine/graph/spin.h"
#include "engine/graph/symmetry.h"
#include "engine/graph/waits.h"
#include "semantics/layout.h"

#include <stdio.h>

/* Adds the threads that the last step created. */
static void note_threads(struct graph_search *search, uint32_t creator) {
  size_t known = 0;
  for (size_t i = 0; i < search->graph.threads.count; i++)
    known += search->graph.threads.items[i].exists;
  if (known == search->state->thread_count)
    return;
  search->is_concurrent |= search->state->thread_count > 1;
  for (size_t i = 0; i < search->state->thread_count; i++) {
    uint32_t slot = clocked_graph_slot(&search->graph, search->state->threads[i]->number);
    if (search->graph.threads.items[slot].exists)
      continue;
    search->graph.threads.items[slot].exists = true;
    while (search->graph.events.threads.count <= slot)
      vector_push(&search->graph.events.threads, (struct action_thread_start){0, 0, 0, NO_TWIN});
    const struct event_thread *from = &search->graph.threads.items[creator];
    search->graph.events.threads.items[slot] = (struct action_thread_start){
        creator, (uint32_t)from->progress.executed, from->progress.steps, NO_TWIN};
    search->graph.events.threads.items[slot].twin =
        symmetry_find_twin(&search->graph, slot, search->state->threads[i]);
    if (!search->graph.threads.items[slot].actions.count)
      clocks_load_thread(&search->graph, slot);
  }
}

static void note_blocks(struct graph_search *search, struct event_thread *self, uint32_t slot,
                        const struct thread *thread, size_t before) {
  if (thread->heap_end == self->progress.heap_end)
    return;
  for (size_t i = thread->heap.count;
       i-- > 0 && thread->heap.items[i].address >= self->progress.heap_end;)
    vector_push(&search->lifetimes.births,
                (struct block_moment){.address = thread->heap.items[i].address,
                                      .step = self->progress.steps,
                                      .thread = slot,
                                      .after = (uint32_t)before});
  self->progress.heap_end = thread->heap_end;
}

static void end_execution(struct graph_search *search, enum outcome outcome) {
  if (outcome == OUTCOME_VIOLATION &&
      !property_in(search->machine.violation.property, search->task->properties)) {
    search_not_supported(search, search->machine.violation.edge,
                         "a memory error, which is not asked for");
  } else if (outcome == OUTCOME_VIOLATION) {
    found_violation_note(search, NO_ACTION);
  } else if (outcome == OUTCOME_UNSUPPORTED || outcome == OUTCOME_LIMIT) {
    search->ending.is_unsupported = true;
    if (!*search->result->reason)
      snprintf(search->result->reason, sizeof search->result->reason, "%s", search->machine.reason);
    search->ending.is_over |= search->machine.limit.over != NULL;
  } else {
    search->ending.is_blocked_for_good = true;
  }
  search->ending.is_dead = true;
}

bool stepping_is_before_exit(const struct thread *thread) {
  return !thread->finished && thread_next_edge(thread)->op == OPERATION_EXIT;
}

/* Did the last read of the thread take an old write although there was a newer one? Such a read is
 * never revisited, so the thread waits forever. */
static bool is_stuck(const struct graph_search *search, const struct event_thread *self) {
  for (size_t i = self->actions.count; i-- > 0;) {
    const struct memory_action *action =
        clocked_graph_action(&search->graph, self->actions.items[i]);
    if (action->kind != ACTION_READ)
      continue;
    const struct action_numbers *order =
        &search->graph.events.locations.items[action->location].order;
    size_t rank = event_graph_rank(&search->graph.events, action->location, action->source);
    for (; rank < order->count; rank++)
      if (order->items[rank] < self->actions.items[i])
        return true;
    return false;
  }
  return false;
}

static bool reads_nothing(const struct function *condition) {
  for (uint32_t i = 0; i < condition->edge_count; i++)
    if (operation_is(condition->edges[i].op, IS_VISIBLE) ||
        condition->edges[i].op == OPERATION_CALL)
      return false;
  return true;
}

/* A condition that was evaluated over the graph has set `awaits`. The machine evaluates conditions
 * that read nothing, and all while there is one thread. */
bool stepping_does_wait(struct graph_search *search, const struct event_thread *self,
                        struct thread *thread) {
  const struct edge *next = thread_next_edge(thread);
  if (next->op != OPERATION_WAIT)
    return false;
  return search->is_concurrent && !reads_nothing(next->wait.condition)
             ? self->progress.awaits
             : machine_readiness(&search->machine, search->state, thread) != READY;
}

/* The thread waits. Did a read of its condition get its source in this graph, and not in the one
 * that this graph comes from? Then the read is new, or is the last recorded action, or reads from
 * that. */
static bool has_looked_anew(const struct graph_search *search, const struct event_thread *self) {
  if (!search->is_concurrent)
    return true; /* its reads are no actions */
  for (size_t i = self->progress.first_awaited; i < self->actions.count; i++) {
    const struct memory_action *action =
        clocked_graph_action(&search->graph, self->actions.items[i]);
    if (self->actions.items[i] + (size_t)1 >= search->path.recorded ||
        (action->kind == ACTION_READ && action->source != INITIAL_WRITE &&
         action->source + (size_t)1 == search->path.recorded))
      return true;
  }
  return false;
}

static void note_end_of_step(struct graph_search *search, struct event_thread *self,
                             struct thread *thread) {
  if (thread->finished || stepping_is_before_exit(thread)) {
    self->progress.is_done = true;
    return;
  }
  if (self->progress.is_suspended)
    return;
  if (!thread->stopped)
    spin_look_at_loop(search, thread);
  if (!thread->stopped)
    spin_look_at_section(search, thread);
  bool is_new = self->progress.executed == self->actions.count;
  bool waits = stepping_does_wait(search, self, thread);
  if (waits)
    spin_look_at_wait(search, thread);
  if (!thread->stopped && !waits && !self->progress.spins)
    return;
  self->progress.is_blocked = true;
  self->progress.is_waiting = waits;
  if (waits && self->progress.awaits)
    vain_waits_note(&search->vain_waits);
  else if (waits)
    self->progress.first_awaited = self->progress.executed;
  if (is_new && waits && thread_next_edge(thread)->wait.spurious && !self->progress.spins &&
      has_looked_anew(search, self))
    extension_push_spurious(search, (uint32_t)(self - search->graph.threads.items));
  if (is_new && !spin_has_writes(&search->graph, self) && is_stuck(search, self))
    search->ending.is_dead = search->ending.is_stuck = true;
}

/* Is the thread at a wait for which a spurious wake-up is recorded? */
static bool takes_spurious(const struct graph_search *search, const struct event_thread *self,
                           const struct thread *thread) {
  if (self->progress.executed >= self->actions.count)
    return false;
  const struct memory_action *next =
      clocked_graph_action(&search->graph, self->actions.items[self->progress.executed]);
  return next->kind == ACTION_CHOICE && next->edge->op == OPERATION_WAIT &&
         next->edge == thread_next_edge(thread);
}

/* A thread that was suspended, or wakes up spuriously, goes on with the step it is in. */
static bool continues_step(const struct graph_search *search, const struct event_thread *self,
                           const struct thread *thread) {
  return self->progress.is_suspended || takes_spurious(search, self, thread);
}

void stepping_begin_step(struct graph_search *search, uint32_t slot, const struct thread *thread) {
  struct event_thread *self = &search->graph.threads.items[slot];
  struct thread_progress *progress = &self->progress;
  if (takes_spurious(search, self, thread)) {
    progress->executed++;
  } else if (!progress->is_suspended) {
    progress->steps++;
    progress->unit = (progress->unit / UNITS_PER_STEP + 1) * UNITS_PER_STEP;
    progress->awaits = false;
    progress->rendezvous = 0;
  }
  progress->is_blocked = progress->is_waiting = progress->is_suspended = false;
  self->is_postponed = false;
}

/* Has the step, which stopped in an atomic section, written shared memory? */
static bool has_written(const struct graph_search *search, const struct event_thread *self,
                        size_t before) {
  for (size_t i = before; i < self->progress.executed; i++)
    if (clocked_graph_action(&search->graph, self->actions.items[i])->kind == ACTION_WRITE)
      return true;
  return false;
}

/* An atomic section that ends in a violated assumption blocks all threads. If it only reads, other
 * threads cannot tell whether it began. So the thread stops in front of the section instead, and
 * the reads stay in the graph, as a write may revisit them. */
static void stop_before_section(struct graph_search *search, struct thread *thread) {
  thread->stopped = true;
  thread->atomic_depth = 0;
  if (search->state->atomic_owner == thread->number)
    search->state->atomic_owner = NO_THREAD;
}

bool stepping_run_machine(struct graph_search *search, uint32_t slot, struct thread *thread,
                          size_t before) {
  uint64_t ignored = search->machine.counts.ignored;
  search->running = thread;
  search->path.torn = slot;
  enum outcome outcome = machine_step(&search->machine, search->state, thread);
  rewind_notice_changes(search, thread); /* even if the step did not end */
  if (search->ending.is_dead)
    return false;
  const struct event_thread *self = &search->graph.threads.items[slot];
  bool is_inside = thread->atomic_depth > 0 && self->progress.executed > before;
  if (is_inside && outcome == OUTCOME_PRUNED && !has_written(search, self, before)) {
    stop_before_section(search, thread);
    outcome = OUTCOME_STEPPED;
  } else if (is_inside && (outcome == OUTCOME_EXITED || outcome == OUTCOME_PRUNED)) {
    search_not_supported(search, NULL, "an atomic section that does not come to its end");
    return false;
  }
  if (ignored != search->machine.counts.ignored) {
    search_not_supported(search, NULL, "what follows a violation that is ignored");
    return false;
  }
  if (outcome == OUTCOME_EXITED)
    search->graph.threads.items[slot].progress.is_done = true;
  else if (outcome != OUTCOME_STEPPED)
    end_execution(search, outcome);
  else
    search->path.torn = NO_THREAD;
  return outcome == OUTCOME_STEPPED;
}

void stepping_end_step(struct graph_search *search, uint32_t slot, const struct thread *thread,
                       size_t before) {
  note_threads(search, slot);
  note_blocks(search, &search->graph.threads.items[slot], slot, thread, before);
}

/* Makes a step of the thread, and undoes it if it only leads to a wait. */
static void make_step(struct graph_search *search, uint32_t slot) {
  const struct event_thread *self = &search->graph.threads.items[slot];
  struct thread *thread = state_thread(search->state, self->number);
  struct step_begin begin = {thread_next_edge(thread), self->progress.steps,
                             search->graph.events.actions.count, search->pending.count};
  size_t before = self->progress.executed;
  if (!continues_step(search, self, thread))
    rewind_take_image(search, slot, thread);
  stepping_begin_step(search, slot, thread);
  if (!stepping_run_machine(search, slot, thread, before))
    return;
  stepping_end_step(search, slot, thread, before);
  note_end_of_step(search, &search->graph.threads.items[slot], thread);
  waits_postpone(search, slot, &begin);
}

uint64_t stepping_needed_steps(const struct clocked_graph *graph, uint32_t slot) {
  uint64_t needed = 0;
  for (size_t i = 0; i < graph->events.threads.count; i++) {
    const struct action_thread_start *start = &graph->events.threads.items[i];
    if (i != slot && start->creator == slot && start->steps > needed &&
        (graph->threads.items[i].actions.count || stepping_needed_steps(graph, (uint32_t)i)))
      needed = start->steps;
  }
  return needed;
}

bool stepping_can_repeat(const struct clocked_graph *graph, const struct event_thread *self,
                         bool *is_last) {
  bool is_ready = true;
  uint32_t step = 0;
  size_t i = self->progress.executed;
  for (; i < self->actions.count; i++) {
    const struct memory_action *action = clocked_graph_action(graph, self->actions.items[i]);
    if (i == self->progress.executed)
      step = action->unit / UNITS_PER_STEP;
    if (action->unit / UNITS_PER_STEP != step)
      break;
    if (action->kind != ACTION_READ || action->source == INITIAL_WRITE)
      continue;
    const struct memory_action *write = clocked_graph_action(graph, action->source);
    is_ready &= write->thread == action->thread ||
                graph->threads.items[write->thread].progress.executed > write->index;
  }
  *is_last = i >= self->actions.count;
  return is_ready;
}

/* The thread whose recorded step is executed next; UINT32_MAX: none. A step that may exceed the
 * recorded actions comes after all others; of several, the one with the newest action comes first.
 * With `only_ready`, all writes that the step reads from were executed. Without, a step may come
 * earlier: two steps with waits in them may need each other, and all values are recorded anyway. */
static uint32_t pick_recorded(const struct graph_search *search, bool only_ready) {
  uint32_t best = UINT32_MAX, best_number = 0;
  bool best_is_last = true;
  for (uint32_t i = 0; i < search->graph.threads.count; i++) {
    const struct event_thread *self = &search->graph.threads.items[i];
    bool is_last = false;
    if (!self->exists || self->progress.is_done)
      continue;
    if (self->progress.executed >= self->actions.count) {
      if (self->progress.steps < stepping_needed_steps(&search->graph, i) &&
          !self->progress.is_blocked)
        return i;
      continue;
    }
    if (!stepping_can_repeat(&search->graph, self, &is_last) && only_ready)
      continue;
    uint32_t number = is_last ? self->actions.items[self->actions.count - 1]
                              : self->actions.items[self->progress.executed];
    bool is_better =
        best == UINT32_MAX || (best_is_last && !is_last) ||
        (best_is_last == is_last && (is_last ? number > best_number : number < best_number));
    if (is_better) {
      best = i;
      best_number = number;
      best_is_last = is_last;
    }
  }
  return best;
}

static bool is_repeated(const struct graph_search *search) {
  for (size_t i = 0; i < search->graph.threads.count; i++)
    if (search->graph.threads.items[i].progress.executed <
        search->graph.threads.items[i].actions.count)
      return false;
  return true;
}

static void repeat_recorded_steps(struct graph_search *search) {
  size_t recorded = search->graph.events.actions.count;
  search->rendezvous.is_repeating = true;
  while (!search->ending.is_dead) {
    uint32_t slot = pick_recorded(search, true);
    if (slot == UINT32_MAX)
      slot = pick_recorded(search, false);
    if (slot == UINT32_MAX)
      break;
    make_step(search, slot);
  }
  search->rendezvous.is_repeating = false;
  if (search->ending.is_dead)
    return;
  if (!is_repeated(search))
    search_not_supported(search, NULL, "internal: an execution could not be repeated");
  else if (search->graph.events.actions.count > recorded &&
           !clocks_derive(&search->graph, search->path.kept))
    search->ending.is_dead = true;
}

/* All threads wait: a thread whose step was undone makes the step again, and waits. */
static uint32_t pick_postponed(const struct graph_search *search) {
  for (uint32_t i = 0; i < search->graph.threads.count; i++)
    if (search->graph.threads.items[i].exists && search->graph.threads.items[i].is_postponed)
      return i;
  return NO_THREAD;
}

/* The first thread that can move of those that are alike. */
static uint32_t first_twin(const struct clocked_graph *graph, uint32_t slot) {
  for (uint32_t twin = symmetry_twin_of(graph, slot); twin != NO_TWIN;
       twin = symmetry_twin_of(graph, slot)) {
    if (!waits_can_move(graph, twin))
      break;
    slot = twin;
  }
  return slot;
}

/* Has a twin postponed the same step that the thread is about to make? */
static bool waits_for_twin(const struct clocked_graph *graph, uint32_t slot) {
  uint32_t twin = symmetry_twin_of(graph, slot);
  return twin != NO_TWIN && graph->threads.items[twin].is_postponed &&
         graph->threads.items[slot].tied >= graph->threads.items[twin].actions.count &&
         !waits_can_move(graph, twin);
}

/* Extends the graph until no thread can move. Threads move before their creators, which often wait
 * for them. Of threads that are alike, the first moves first. */
static void run_new_steps(struct graph_search *search) {
  while (!search->ending.is_dead) {
    uint32_t next = (uint32_t)search->graph.threads.count;
    while (next > 0 &&
           (!waits_can_move(&search->graph, next - 1) || waits_for_twin(&search->graph, next - 1)))
      next--;
    search->postponing.is_on = next > 0;
    search->rendezvous.is_last_try = next == 0;
    next = next ? first_twin(&search->graph, next - 1) : pick_postponed(search);
    if (next != NO_THREAD)
      make_step(search, next);
    else if (!spin_wake(search))
      return;
  }
}

static void begin_execution(struct graph_search *search) {
  struct search_ending *ending = &search->ending;
  ending->is_dead = ending->is_blocked_for_good = ending->is_stuck = ending->is_unsupported = false;
  search->running = NULL;
  search->path.torn = NO_THREAD;
  search->postponing.is_on = search->rendezvous.is_last_try = false;
}

bool stepping_begin(struct graph_search *search) {
  begin_execution(search);
  for (size_t i = 0; i < search->graph.threads.count; i++)
    rewind_reset_thread(&search->graph.threads.items[i]);
  lifetimes_clear(&search->lifetimes);
  search->unpublished.uses.count = search->unpublished.accesses.count = 0;
  search->is_concurrent = search->path.is_entangled = false;
  enum outcome outcome = machine_start(&search->machine, &search->state);
  search->state->keeps_dead = true;
  layout_destroy(search->state->layout); /* threads are executed in any order: see layout.h */
  search->state->layout = NULL;
  if (search->ending.is_dead)
    return false;
  if (outcome == OUTCOME_EXITED)
    search->graph.threads.items[0].progress.is_done = true;
  else if (outcome != OUTCOME_STEPPED)
    end_execution(search, outcome);
  if (outcome != OUTCOME_STEPPED)
    return false;
  note_threads(search, 0);
  search->graph.threads.items[0].progress.heap_end = search->state->threads[0]->heap_end;
  return true;
}

/* Continues the last execution: rewind_go_to has restored the threads. */
static void resume_threads(struct graph_search *search) {
  begin_execution(search);
  for (uint32_t i = 0; i < search->graph.threads.count; i++) {
    struct event_thread *self = &search->graph.threads.items[i];
    if (self->exists && !self->actions.count)
      clocks_load_thread(&search->graph, i);
    if (self->is_postponed)
      self->progress.is_blocked = self->progress.is_waiting = self->is_postponed = false;
  }
}

void stepping_execute(struct graph_search *search) {
  search->counts.executions++;
  search->path.recorded = search->graph.events.actions.count;
  search->found.has_violation = false;
  if (search->state)
    resume_threads(search);
  else if (stepping_begin(search))
    note_end_of_step(search, &search->graph.threads.items[0], search->state->threads[0]);
  if (!search->ending.is_dead)
    repeat_recorded_steps(search);
  if (!search->ending.is_dead)
    run_new_steps(search);
}
