/* SPDX-License-Identifier: Apache-2.0 */
/* Steps: a visible operation of one thread, and the local operations after it. An atomic section
 * belongs to the step that enters it, up to its end or to a wait inside it that does not hold. */
#include "semantics/machine.h"

#include "semantics/buffer.h"
#include "semantics/evaluate.h"
#include "semantics/execute.h"
#include "semantics/ordering.h"
#include "semantics/overlay.h"
#include "semantics/races.h"
#include "semantics/violate.h"

#include <assert.h>

/* A thread that computes this long without a visible operation gets a state in between, so that an
 * endless loop is a cycle of states and limits are looked at. */
enum { LONGEST_LOCAL_RUN = 10000 };

/* The condition of a wait with these arguments, for a thread that stands before `edge`. */
static enum outcome evaluate_condition(struct machine *machine, struct state *state,
                                       struct thread *thread, const struct edge *edge,
                                       const struct function *condition,
                                       const struct value arguments[2], bool *holds) {
  size_t depth = thread->frames.count;
  uint64_t executed = machine->counts.edges;
  assert(condition->result_count == 1 && condition->parameter_count <= 2);
  push_frame(thread, condition, 0);
  for (uint32_t i = 0; i < condition->parameter_count; i++)
    set_register(thread, condition->parameters[i], arguments[i]);
  machine->now.is_waiting = true;
  machine->now.awaited = condition;
  machine->now.awaited_for = arguments;
  machine->now.awaited_at = edge;
  enum outcome outcome = OUTCOME_STEPPED;
  uint64_t result = 0;
  for (;;) {
    const struct edge *next = thread_next_edge(thread);
    if (thread->frames.count == depth + 1 && next->op == OPERATION_RETURN) {
      if (!evaluate_number(machine, thread, next->ret.values[0], &result))
        outcome = not_supported(machine, user_edge(thread, edge), "wait for an unknown condition");
      break;
    }
    outcome = execute_edge(machine, state, thread);
    if (outcome != OUTCOME_STEPPED)
      break;
  }
  while (thread->frames.count > depth)
    thread->registers.count = vector_pop(&thread->frames).first_register;
  machine->now.is_waiting = false;
  machine->counts.edges = executed;
  *holds = result != 0;
  return outcome;
}

enum outcome evaluate_wait(struct machine *machine, struct state *state, struct thread *thread,
                           const struct edge *edge, bool *holds) {
  struct value arguments[2] = {evaluate(machine, thread, edge->wait.object),
                               evaluate(machine, thread, edge->wait.argument)};
  if (machine->overlay && machine->overlay->defer &&
      machine->overlay->defer(machine->overlay, thread, edge)) {
    *holds = false;
    return OUTCOME_STEPPED;
  }
  ordering_begin_wait(state);
  return evaluate_condition(machine, state, thread, edge, edge->wait.condition, arguments, holds);
}

struct look {
  struct looking_chooser looking; /* first: the chooser is the look */
  struct chooser *real;
};

/* What could be several numbers is asked when it is executed. */
static bool look_concretize(struct chooser *chooser, struct value value, unsigned width,
                            bool only_looks, uint64_t *bits) {
  (void)only_looks;
  struct look *look = (struct look *)chooser;
  if (!look->real->concretize(look->real, value, width, true, bits)) {
    look->looking.was_asked = true;
    *bits = 0;
  }
  return true;
}

/* Is the condition certain not to hold? What goes wrong in it, and what it depends on by chance,
 * shows when it is executed. */
static bool is_certain_to_block(struct machine *machine, struct state *state, struct thread *thread,
                                const struct function *condition, const struct value arguments[2]) {
  bool holds;
  struct chooser *chooser = machine->chooser;
  struct look look = {.looking = chooser_looking(), .real = chooser};
  look.looking.chooser.concretize = chooser->concretize ? look_concretize : NULL;
  machine->chooser = &look.looking.chooser;
  machine->now.is_looking = true;
  enum outcome outcome = evaluate_condition(machine, state, thread, thread_next_edge(thread),
                                            condition, arguments, &holds);
  machine->now.is_looking = false;
  machine->chooser = chooser;
  return outcome == OUTCOME_STEPPED && !look.looking.was_asked && !holds;
}

enum readiness machine_readiness(struct machine *machine, struct state *state,
                                 struct thread *thread) {
  if (thread->finished)
    return FINISHED;
  if (thread->stopped)
    return STOPPED;
  const struct edge *next = thread_next_edge(thread);
  bool held_back = state->atomic_owner != NO_THREAD && state->atomic_owner != thread->number;
  if (next->op != OPERATION_WAIT)
    return held_back ? HELD_BACK : READY;
  struct value arguments[2] = {evaluate(machine, thread, next->wait.object),
                               evaluate(machine, thread, next->wait.argument)};
  if (!is_certain_to_block(machine, state, thread, next->wait.condition, arguments))
    return held_back ? HELD_BACK : READY;
  if (!next->wait.spurious)
    return BLOCKED;
  return held_back ? BLOCKED : READY_SPURIOUSLY;
}

/* A return ends the life of the frame's slots. Another thread may be using one of them and may do
 * so for as long as this thread delays its return. The library gives no slot of its own away. Dead
 * slots do not count: how long they are kept differs from domain to domain, where steps end must
 * not. */
static bool ends_slots(const struct state *state, const struct thread *thread,
                       const struct edge *next) {
  const struct frame *top = thread_top(thread);
  if (next->op != OPERATION_RETURN || state->thread_count < 2 || top->function->is_library)
    return false;
  for (size_t i = top->first_slot; i < thread->stack.count; i++)
    if (thread->stack.items[i].life == OBJECT_LIVE)
      return true;
  return false;
}

/* Does the step end before the thread's next operation? A wait in an atomic section that does not
 * hold gives the section up. */
static enum outcome step_ends(struct machine *machine, struct state *state, struct thread *thread,
                              bool *ends) {
  *ends = true;
  if (thread->finished)
    return OUTCOME_STEPPED;
  const struct edge *next = thread_next_edge(thread);
  if (!thread->atomic_depth) {
    *ends = operation_is(next->op, IS_VISIBLE) || ends_slots(state, thread, next);
    return OUTCOME_STEPPED;
  }
  *ends = false;
  if (next->op != OPERATION_WAIT)
    return OUTCOME_STEPPED;
  bool holds;
  enum outcome outcome = evaluate_wait(machine, state, thread, next, &holds);
  if (outcome == OUTCOME_STEPPED && !holds) {
    state->atomic_owner = NO_THREAD;
    *ends = true;
  }
  return outcome;
}

/* A loop that takes arbitrary numbers without a visible operation could take very many sequences of
 * them in one step. So the step ends where such a loop begins anew. */
static bool begins_loop(const struct thread *thread) {
  return !thread->atomic_depth && !thread->finished && thread_location(thread)->loop_head;
}

static enum outcome run_until_visible(struct machine *machine, struct state *state,
                                      struct thread *thread) {
  bool took_number = false;
  machine->loops.ended = false;
  for (unsigned i = 0;; i++) {
    bool ends;
    enum outcome outcome = step_ends(machine, state, thread, &ends);
    if (outcome != OUTCOME_STEPPED || ends || i == LONGEST_LOCAL_RUN ||
        (took_number && begins_loop(thread)))
      return outcome;
    machine->loops.ended = machine->loops.ends_step && i > 0 && begins_loop(thread);
    if (machine->loops.ended)
      return outcome;
    took_number |= thread_next_edge(thread)->op == OPERATION_NONDET;
    outcome = execute_edge(machine, state, thread);
    if (outcome != OUTCOME_STEPPED)
      return outcome;
  }
}

static enum outcome stop_quietly(struct state *state, struct thread *thread, enum outcome outcome) {
  bool others = false;
  for (size_t i = 0; i < state->thread_count; i++)
    others |= state->threads[i] != thread && !state->threads[i]->finished;
  if (outcome != OUTCOME_PRUNED || thread->atomic_depth || !others)
    return outcome;
  thread->stopped = true;
  return OUTCOME_STEPPED;
}

enum outcome machine_start(struct machine *machine, struct state **state) {
  *state = state_create(machine->program, machine->domain, machine->domain_context);
  (*state)->memory_model = machine->memory_model;
  if (machine->program->orders.unordered && property_in(PROPERTY_RACE, machine->properties))
    (*state)->ordering = ordering_create();
  struct thread *thread = state_add_thread(*state, 0, 0);
  assert(thread);
  push_frame(thread, machine->program->start, 0);
  return run_until_visible(machine, *state, thread);
}

enum outcome machine_step(struct machine *machine, struct state *state, struct thread *thread) {
  assert(!thread->finished);
  thread->packed = CHANGED;
  if (thread->buffer.count && memory_model_drains(thread_next_edge(thread)))
    buffer_drain(machine, state, thread);
  enum outcome outcome = execute_edge(machine, state, thread);
  if (outcome == OUTCOME_STEPPED)
    outcome = run_until_visible(machine, state, thread);
  if (outcome == OUTCOME_STEPPED && machine->domain->has_extra && !thread->finished &&
      state->thread_count > 1 && property_in(PROPERTY_RACE, machine->properties))
    outcome = concretize_next_access(machine, state, thread);
  return stop_quietly(state, thread, outcome);
}
