/* SPDX-License-Identifier: Apache-2.0 */
/* Executes the program along a graph: first the recorded actions, each step after those that its
 * reads take their values from; then further, thread by thread, until none can move. */
#include "engine/graph/search.h"

#include <stdio.h>

uint32_t egraph_slot(struct egraph_search *search, uint32_t number) {
  uint64_t slot;
  if (map_get(&search->slots, number, &slot))
    return (uint32_t)slot;
  slot = search->threads.count;
  map_set(&search->slots, number, slot);
  vector_push(&search->threads, (struct egraph_thread){.number = number});
  egraph_make_room(search);
  return (uint32_t)slot;
}

/* Threads that the last step created. */
static void note_threads(struct egraph_search *search, uint32_t creator) {
  size_t known = 0;
  for (size_t i = 0; i < search->threads.count; i++)
    known += search->threads.items[i].exists;
  if (known == search->state->thread_count)
    return;
  search->is_concurrent |= search->state->thread_count > 1;
  for (size_t i = 0; i < search->state->thread_count; i++) {
    uint32_t slot = egraph_slot(search, search->state->threads[i]->number);
    if (search->threads.items[slot].exists)
      continue;
    search->threads.items[slot].exists = true;
    while (search->graph.threads.count <= slot)
      vector_push(&search->graph.threads, (struct action_thread_start){0, 0, 0, NO_TWIN});
    const struct egraph_thread *from = &search->threads.items[creator];
    search->graph.threads.items[slot] = (struct action_thread_start){
        creator, (uint32_t)from->progress.executed, from->progress.steps, NO_TWIN};
    search->graph.threads.items[slot].twin =
        egraph_find_twin(search, slot, search->state->threads[i]);
    if (!search->threads.items[slot].actions.count)
      egraph_load_thread(search, slot);
  }
}

static void note_blocks(struct egraph_search *search, struct egraph_thread *self, uint32_t slot,
                        const struct thread *thread, size_t before) {
  if (thread->heap_end == self->progress.heap_end)
    return;
  for (size_t i = thread->heap.count;
       i-- > 0 && thread->heap.items[i].address >= self->progress.heap_end;)
    vector_push(&search->births, (struct block_birth){.address = thread->heap.items[i].address,
                                                      .step = self->progress.steps,
                                                      .thread = slot,
                                                      .after = (uint32_t)before});
  self->progress.heap_end = thread->heap_end;
}

static void end_execution(struct egraph_search *search, enum outcome outcome) {
  if (outcome == OUTCOME_VIOLATION &&
      !property_in(search->machine.violation.property, search->task->properties)) {
    egraph_not_supported(search, search->machine.violation.edge,
                         "a memory error, which is not asked for");
  } else if (outcome == OUTCOME_VIOLATION) {
    egraph_report(search, NO_ACTION);
  } else if (outcome == OUTCOME_UNSUPPORTED || outcome == OUTCOME_LIMIT) {
    search->is_unsupported = true;
    if (!*search->result->reason)
      snprintf(search->result->reason, sizeof search->result->reason, "%s", search->machine.reason);
    search->is_over |= search->machine.over != NULL;
  } else {
    search->is_blocked_for_good = true;
  }
  search->is_dead = true;
}

bool egraph_is_before_exit(const struct thread *thread) {
  return !thread->finished && thread_next_edge(thread)->op == OPERATION_EXIT;
}

/* Nothing that comes later lets a thread go on whose last read took an old write although there was
 * a newer one: a read like that is never revisited. */
static bool is_stuck(const struct egraph_search *search, const struct egraph_thread *self) {
  for (size_t i = self->actions.count; i-- > 0;) {
    const struct memory_action *action = &search->graph.actions.items[self->actions.items[i]];
    if (action->kind != ACTION_READ)
      continue;
    const struct action_numbers *order = &search->graph.locations.items[action->location].order;
    size_t rank = event_graph_rank(&search->graph, action->location, action->source);
    for (; rank < order->count; rank++)
      if (order->items[rank] < self->actions.items[i])
        return true;
    return false;
  }
  return false;
}

static bool reads_nothing(const struct function *condition) {
  for (uint32_t i = 0; i < condition->edge_count; i++)
    if (operation_is_visible(condition->edges[i].op) || condition->edges[i].op == OPERATION_CALL)
      return false;
  return true;
}

/* Does the thread wait? A condition that was evaluated has read something. As long as there is one
 * thread, and if the condition reads nothing, memory is as the machine has it. */
static bool does_wait(struct egraph_search *search, const struct egraph_thread *self,
                      struct thread *thread) {
  const struct edge *next = thread_next_edge(thread);
  if (next->op != OPERATION_WAIT)
    return false;
  return search->is_concurrent && !reads_nothing(next->wait.condition)
             ? self->progress.awaits
             : machine_readiness(&search->machine, search->state, thread) != READY;
}

/* The thread waits: was one of the reads of its condition decided in this graph, and not in one
 * that it comes from? Then it was added, is the last action that is recorded or reads from it. */
static bool has_looked_anew(const struct egraph_search *search, const struct egraph_thread *self) {
  if (!search->is_concurrent || search->confirming)
    return !search->confirming; /* its reads are no actions */
  for (size_t i = self->progress.first_awaited; i < self->actions.count; i++) {
    const struct memory_action *action = &search->graph.actions.items[self->actions.items[i]];
    if (self->actions.items[i] + (size_t)1 >= search->recorded ||
        (action->kind == ACTION_READ && action->source != INITIAL_WRITE &&
         action->source + (size_t)1 == search->recorded))
      return true;
  }
  return false;
}

static void classify(struct egraph_search *search, struct egraph_thread *self,
                     struct thread *thread) {
  if (thread->finished || egraph_is_before_exit(thread)) {
    self->progress.is_done = true;
    return;
  }
  if (self->progress.is_suspended)
    return;
  if (!thread->stopped)
    egraph_look_at_loop(search, thread);
  if (!thread->stopped)
    egraph_look_at_section(search, thread);
  bool is_new = self->progress.executed == self->actions.count;
  bool waits = does_wait(search, self, thread);
  if (waits)
    egraph_look_at_wait(search, thread);
  if (!thread->stopped && !waits && !self->progress.spins)
    return;
  self->progress.is_blocked = true;
  self->progress.is_waiting = waits;
  if (waits && self->progress.awaits)
    egraph_note_vain_wait(search);
  else if (waits)
    self->progress.first_awaited = self->progress.executed;
  if (is_new && waits && thread_next_edge(thread)->wait.spurious && !self->progress.spins &&
      has_looked_anew(search, self))
    egraph_keep_spurious(search, (uint32_t)(self - search->threads.items));
  if (is_new && !egraph_spins_with_writes(search, self) && is_stuck(search, self))
    search->is_dead = search->is_stuck = true;
}

/* Does the thread stand at a wait that, as is recorded, ends although its condition does not hold?
 */
static bool takes_spurious(const struct egraph_search *search, const struct egraph_thread *self,
                           const struct thread *thread) {
  if (self->progress.executed >= self->actions.count)
    return false;
  const struct memory_action *next =
      &search->graph.actions.items[self->actions.items[self->progress.executed]];
  return next->kind == ACTION_CHOICE && next->edge->op == OPERATION_WAIT &&
         next->edge == thread_next_edge(thread);
}

/* A thread that was suspended, or wakes up spuriously, goes on with the step it is in. */
static void begin_step(struct egraph_search *search, uint32_t slot, const struct thread *thread) {
  if (takes_spurious(search, &search->threads.items[slot], thread)) {
    search->threads.items[slot].progress.executed++;
  } else if (!search->threads.items[slot].progress.is_suspended) {
    egraph_take_image(search, slot, thread);
    search->threads.items[slot].progress.steps++;
    egraph_begin_step(search, slot);
  }
  struct egraph_thread *self = &search->threads.items[slot];
  self->progress.is_blocked = self->progress.is_waiting = self->progress.is_suspended = false;
  self->is_postponed = false;
}

/* Has the step, which stopped in an atomic section, written memory that others see? */
static bool has_written(const struct egraph_search *search, const struct egraph_thread *self,
                        size_t before) {
  for (size_t i = before; i < self->progress.executed; i++)
    if (search->graph.actions.items[self->actions.items[i]].kind == ACTION_WRITE)
      return true;
  return false;
}

/* Nobody moves after a section that ends in an assumption that does not hold. But others may have
 * moved before it, and what it only reads does not matter to them. So the thread stops in front of
 * it, and its reads stay in the graph: one of them may be revisited. */
static void stop_before_section(struct egraph_search *search, struct thread *thread) {
  thread->stopped = true;
  thread->atomic_depth = 0;
  if (search->state->atomic_owner == thread->number)
    search->state->atomic_owner = NO_THREAD;
}

/* One step of a thread. */
void egraph_step(struct egraph_search *search, uint32_t slot) {
  struct thread *thread = state_thread(search->state, search->threads.items[slot].number);
  struct step_begin begin = {thread_next_edge(thread), search->threads.items[slot].progress.steps,
                             search->graph.actions.count, search->pending.count};
  search->running = thread;
  size_t before = search->threads.items[slot].progress.executed;
  begin_step(search, slot, thread);
  struct egraph_thread *self = &search->threads.items[slot];
  if (search->confirming)
    egraph_confirm_step(search, thread->number);
  uint64_t ignored = search->machine.ignored;
  search->torn = slot;
  enum outcome outcome = machine_step(&search->machine, search->state, thread);
  egraph_notice_changes(search, thread); /* also by a step that does not come to its end */
  if (search->is_dead)
    return;
  bool is_inside =
      thread->atomic_depth > 0 && search->threads.items[slot].progress.executed > before;
  if (is_inside && outcome == OUTCOME_PRUNED && !has_written(search, self, before)) {
    stop_before_section(search, thread);
    outcome = OUTCOME_STEPPED;
  } else if (is_inside && (outcome == OUTCOME_EXITED || outcome == OUTCOME_PRUNED)) {
    egraph_not_supported(search, NULL, "an atomic section that does not come to its end");
    return;
  }
  if (ignored != search->machine.ignored) {
    egraph_not_supported(search, NULL, "what follows a violation that is ignored");
    return;
  }
  if (outcome == OUTCOME_EXITED) {
    search->threads.items[slot].progress.is_done = true;
    return;
  }
  if (outcome != OUTCOME_STEPPED) {
    end_execution(search, outcome);
    return;
  }
  search->torn = NO_THREAD;
  note_threads(search, slot);
  self = &search->threads.items[slot]; /* there may be more threads */
  note_blocks(search, self, slot, thread, before);
  classify(search, self, thread);
  egraph_postpone(search, slot, &begin);
}

/* Steps that the thread has to make before threads exist that have actions. */
uint64_t egraph_needed_steps(const struct egraph_search *search, uint32_t slot) {
  uint64_t needed = 0;
  for (size_t i = 0; i < search->graph.threads.count; i++) {
    const struct action_thread_start *start = &search->graph.threads.items[i];
    if (i != slot && start->creator == slot && start->steps > needed &&
        (search->threads.items[i].actions.count || egraph_needed_steps(search, (uint32_t)i)))
      needed = start->steps;
  }
  return needed;
}

bool egraph_can_repeat(const struct egraph_search *search, const struct egraph_thread *self,
                       bool *is_last) {
  bool is_ready = true;
  uint32_t step = 0;
  size_t i = self->progress.executed;
  for (; i < self->actions.count; i++) {
    const struct memory_action *action = &search->graph.actions.items[self->actions.items[i]];
    if (i == self->progress.executed)
      step = action->unit / UNITS_PER_STEP;
    if (action->unit / UNITS_PER_STEP != step)
      break;
    if (action->kind != ACTION_READ || action->source == INITIAL_WRITE)
      continue;
    const struct memory_action *write = &search->graph.actions.items[action->source];
    is_ready &= write->thread == action->thread ||
                search->threads.items[write->thread].progress.executed > write->index;
  }
  *is_last = i >= self->actions.count;
  return is_ready;
}

/* The thread to repeat a step of; UINT32_MAX: there is none. Steps that may go on behind what is
 * recorded come last, the one of the newest action first. A step with a wait in it may be needed
 * before the wait and wait for what it is needed for; as all values are recorded, such a step can
 * be repeated before it is ready. */
static uint32_t pick_recorded(const struct egraph_search *search, bool only_ready) {
  uint32_t best = UINT32_MAX, best_number = 0;
  bool best_is_last = true;
  for (uint32_t i = 0; i < search->threads.count; i++) {
    const struct egraph_thread *self = &search->threads.items[i];
    bool is_last = false;
    if (!self->exists || self->progress.is_done)
      continue;
    if (self->progress.executed >= self->actions.count) {
      if (self->progress.steps < egraph_needed_steps(search, i) && !self->progress.is_blocked)
        return i;
      continue;
    }
    if (!egraph_can_repeat(search, self, &is_last) && only_ready)
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

static bool is_repeated(const struct egraph_search *search) {
  for (size_t i = 0; i < search->threads.count; i++)
    if (search->threads.items[i].progress.executed < search->threads.items[i].actions.count)
      return false;
  return true;
}

static void repeat(struct egraph_search *search) {
  size_t recorded = search->graph.actions.count;
  search->is_repeating = true;
  while (!search->is_dead) {
    uint32_t slot = pick_recorded(search, true);
    if (slot == UINT32_MAX)
      slot = pick_recorded(search, false);
    if (slot == UINT32_MAX)
      break;
    egraph_step(search, slot);
  }
  search->is_repeating = false;
  if (search->is_dead)
    return;
  if (!is_repeated(search))
    egraph_not_supported(search, NULL, "internal: an execution could not be repeated");
  else if (search->graph.actions.count > recorded && !egraph_derive(search, search->kept))
    search->is_dead = true;
}

/* Nobody else can move: the step is made, and the thread waits. */
static uint32_t pick_postponed(const struct egraph_search *search) {
  for (uint32_t i = 0; i < search->threads.count; i++)
    if (search->threads.items[i].exists && search->threads.items[i].is_postponed)
      return i;
  return NO_THREAD;
}

/* Threads come before their creators, which often wait for them; the first of those that are alike
 * comes before the others. */
static void go_on(struct egraph_search *search) {
  while (!search->is_dead) {
    uint32_t next = (uint32_t)search->threads.count;
    while (next > 0 &&
           (!egraph_can_move(search, next - 1) || egraph_waits_for_twin(search, next - 1)))
      next--;
    search->postpones = next > 0;
    search->is_last_try = next == 0;
    next = next ? egraph_first_twin(search, next - 1) : pick_postponed(search);
    if (next != NO_THREAD)
      egraph_step(search, next);
    else if (!egraph_wake_spinning(search))
      return;
  }
}

void egraph_reset_thread(struct egraph_thread *self) {
  self->progress = (struct egraph_progress){0};
  self->exists = self->is_postponed = false;
  self->writes.count = 0;
  egraph_forget_loops(self);
}

static void begin(struct egraph_search *search) {
  search->is_dead = search->is_blocked_for_good = search->is_stuck = false;
  search->is_unsupported = search->has_violation = false;
  search->running = NULL;
  search->torn = NO_THREAD;
  search->postpones = search->is_last_try = false;
}

void egraph_begin_execution(struct egraph_search *search) {
  begin(search);
  for (size_t i = 0; i < search->threads.count; i++)
    egraph_reset_thread(&search->threads.items[i]);
  search->births.count = search->deaths.count = search->early_uses.count = 0;
  search->early_accesses.count = 0;
  search->is_concurrent = search->is_entangled = false;
  enum outcome outcome = machine_start(&search->machine, &search->state);
  search->state->keeps_dead = true;
  if (search->is_dead)
    return;
  if (outcome == OUTCOME_EXITED)
    search->threads.items[0].progress.is_done = true;
  else if (outcome != OUTCOME_STEPPED)
    end_execution(search, outcome);
  if (outcome != OUTCOME_STEPPED)
    return;
  note_threads(search, 0);
  struct thread *main_thread = search->state->threads[0];
  search->threads.items[0].progress.heap_end = main_thread->heap_end;
  classify(search, &search->threads.items[0], main_thread);
}

/* Threads are as the last execution left them, as far as it agrees with the graph. */
static void resume(struct egraph_search *search) {
  begin(search);
  for (uint32_t i = 0; i < search->threads.count; i++) {
    struct egraph_thread *self = &search->threads.items[i];
    if (self->exists && !self->actions.count)
      egraph_load_thread(search, i);
    if (self->is_postponed)
      self->progress.is_blocked = self->progress.is_waiting = self->is_postponed = false;
  }
}

void egraph_execute(struct egraph_search *search) {
  search->counts.executions++;
  search->recorded = search->graph.actions.count;
  if (search->state)
    resume(search);
  else
    egraph_begin_execution(search);
  if (!search->is_dead)
    repeat(search);
  if (!search->is_dead)
    go_on(search);
}
