/* SPDX-License-Identifier: Apache-2.0 */
/* The effect of an edge on registers, calls and threads. Memory is in access.c. */
#include "semantics/execute.h"

#include "analysis/reuse.h"
#include "analysis/unread.h"
#include "base/limits.h"
#include "program/address.h"
#include "semantics/buffer.h"
#include "semantics/derive.h"
#include "semantics/evaluate.h"
#include "semantics/layout_answer.h"
#include "semantics/ordering.h"
#include "semantics/overlay.h"
#include "semantics/tell.h"
#include "semantics/violate.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { MANY_ASSIGNMENTS = 16 };

static struct value assigned(const struct machine *machine, const struct thread *thread,
                             const struct assignment *assignment) {
  if (machine->unread &&
      unread_has_register(machine->unread, thread_top(thread)->function, assignment->target))
    return machine->domain->constant(machine->domain_context, assignment->value->width, 0);
  return evaluate(machine, thread, assignment->value);
}

static enum outcome execute_assign(struct machine *machine, struct state *state,
                                   struct thread *thread, const struct edge *edge) {
  (void)state;
  if (edge->assign.count == 1) {
    set_register(thread, edge->assign.list[0].target,
                 assigned(machine, thread, &edge->assign.list[0]));
    return OUTCOME_STEPPED;
  }
  struct value few[MANY_ASSIGNMENTS], *values = few;
  if (edge->assign.count > MANY_ASSIGNMENTS)
    values = memory_allocate(edge->assign.count * sizeof *values);
  for (uint32_t i = 0; i < edge->assign.count; i++)
    values[i] = assigned(machine, thread, &edge->assign.list[i]);
  for (uint32_t i = 0; i < edge->assign.count; i++)
    set_register(thread, edge->assign.list[i].target, values[i]);
  if (values != few)
    memory_release(values);
  return OUTCOME_STEPPED;
}

static enum outcome execute_exit(struct machine *machine, struct state *state,
                                 struct thread *thread, const struct edge *edge) {
  uint64_t code = 0, address;
  tell_everything(machine);
  if (!machine->domain->known(machine->domain_context, evaluate(machine, thread, edge->exit.code),
                              &code))
    code = 0;
  machine->exit_code = (int)(code & 0xff);
  if (property_in(PROPERTY_LEAK, machine->properties) && state_find_leak(state, true, &address))
    return violate(machine, thread, edge, PROPERTY_LEAK,
                   "memory that nothing points to was never freed", address, OUTCOME_EXITED);
  if (property_in(PROPERTY_MEMCLEANUP, machine->properties) &&
      state_find_leak(state, false, &address))
    return violate(machine, thread, edge, PROPERTY_MEMCLEANUP,
                   "memory is still allocated when the program ends", address, OUTCOME_EXITED);
  return OUTCOME_EXITED;
}

/* Forgets that the thread holds an object; false if it does not. */
static bool forget_held(struct thread *thread, uint64_t object) {
  for (size_t i = thread->held.count; i-- > 0;) {
    if (thread->held.items[i] != object)
      continue;
    memmove(&thread->held.items[i], &thread->held.items[i + 1],
            (thread->held.count - i - 1) * sizeof(uint64_t));
    thread->held.count--;
    return true;
  }
  return false;
}

/* Giving a thread's record back ends its lifetime. */
static void end_record(const struct machine *machine, struct state *state,
                       const struct thread *thread, uint64_t object) {
  uint32_t number;
  bool heap;
  if (!stale_addresses_has(machine->program, REUSE_RECORDS) ||
      !address_find_thread(machine->program->data_model, object, &number, &heap))
    return;
  struct thread *owner = state_thread(state, number);
  if (!owner || thread_record(state, owner) != object)
    return;
  owner->is_over = true;
  if (machine->overlay && machine->overlay->note_record)
    machine->overlay->note_record(machine->overlay, thread, false);
  owner->packed = CHANGED;
}

static enum outcome execute_hold(struct machine *machine, struct state *state,
                                 struct thread *thread, const struct edge *edge) {
  uint64_t object;
  if (!evaluate_number(machine, thread, edge->hold.object, &object))
    return not_supported(machine, user_edge(thread, edge), "lock at an unknown address");
  if (edge->hold.taken) {
    vector_push(&thread->held, object);
    return OUTCOME_STEPPED;
  }
  end_record(machine, state, thread, object);
  /* Misuse that is not checked: the thread releases an object that another thread holds. */
  if (!forget_held(thread, object))
    for (size_t i = 0; i < state->thread_count; i++)
      if (forget_held(state->threads[i], object)) {
        tell_everything(machine);
        state->threads[i]->packed = CHANGED;
        break;
      }
  return OUTCOME_STEPPED;
}

static enum outcome execute_check(struct machine *machine, struct state *state,
                                  struct thread *thread, const struct edge *edge) {
  (void)state;
  uint64_t holds;
  if (!evaluate_number(machine, thread, edge->check.condition, &holds))
    return not_supported(machine, user_edge(thread, edge), "check of an unknown value");
  if (holds)
    return OUTCOME_STEPPED;
  return violate(machine, thread, edge, edge->check.property, edge->check.message, 0,
                 edge->check.fatal ? OUTCOME_PRUNED : OUTCOME_STEPPED);
}

static enum outcome leave_atomic(struct state *state, struct thread *thread) {
  if (thread->atomic_depth)
    thread->atomic_depth--;
  if (!thread->atomic_depth && state->atomic_owner == thread->number)
    state->atomic_owner = NO_THREAD;
  return OUTCOME_STEPPED;
}

static enum outcome execute_wait(struct machine *machine, struct state *state,
                                 struct thread *thread, const struct edge *edge) {
  bool holds;
  enum outcome outcome = evaluate_wait(machine, state, thread, edge, &holds);
  if (outcome != OUTCOME_STEPPED)
    return outcome;
  if (!holds &&
      !edge->wait
           .spurious) /* memory without a value got one with which the condition does not hold */
    return OUTCOME_STEPPED;
  if (holds)
    ordering_end_wait(state, thread);
  if (thread->atomic_depth)
    state->atomic_owner = thread->number;
  thread_top(thread)->location = edge->to;
  return OUTCOME_STEPPED;
}

static bool choose_bit(struct machine *machine, const struct edge *edge, uint64_t *bit) {
  struct value value =
      machine->domain->arbitrary(machine->domain_context, 1, edge, machine->chooser);
  return concretize_value(machine, value, 1, bit);
}

static enum outcome ask_layout(struct machine *machine, struct state *state, struct thread *thread,
                               const struct edge *edge, struct value *answer) {
  struct layout_request request = {
      .edge = edge,
      .user_edge = user_edge(thread, edge),
      .values = {evaluate(machine, thread, edge->nondet.address)},
      .width = thread_top(thread)->function->registers[edge->nondet.target].width,
      .choose = choose_bit};
  if (edge->nondet.other)
    request.values[1] = evaluate(machine, thread, edge->nondet.other);
  return layout_answer(machine, state, &request, answer);
}

static enum outcome execute_nondet(struct machine *machine, struct state *state,
                                   struct thread *thread, const struct edge *edge) {
  if (edge->nondet.target == NO_REGISTER)
    return OUTCOME_STEPPED;
  unsigned width = thread_top(thread)->function->registers[edge->nondet.target].width;
  struct value value;
  if (edge->nondet.source == NONDET_LAYOUT) {
    enum outcome outcome = ask_layout(machine, state, thread, edge, &value);
    if (outcome != OUTCOME_STEPPED)
      return outcome;
  } else {
    value = machine->domain->arbitrary(machine->domain_context, width, edge, machine->chooser);
  }
  set_register(thread, edge->nondet.target, value);
  tell_event(machine, state,
             (struct event){.kind = EVENT_CHOICE,
                            .thread = thread->number,
                            .edge = edge,
                            .value = value,
                            .at = edge->at});
  return OUTCOME_STEPPED;
}

/* The edge to take: the only one, or the one whose assumption holds. Of several exactly one does,
 * so the last need not be asked. */
static enum outcome choose_edge(struct machine *machine, struct thread *thread,
                                const struct edge **chosen) {
  const struct location *location = thread_location(thread);
  const struct edge *edge = thread_next_edge(thread);
  for (uint32_t i = 0; i < location->edge_count; i++, edge++) {
    bool is_last_of_several = location->edge_count > 1 && i + 1 == location->edge_count;
    if (edge->op == OPERATION_ASSUME && !is_last_of_several) {
      uint64_t holds;
      if (!evaluate_number(machine, thread, edge->assume.condition, &holds))
        return not_supported(machine, user_edge(thread, edge), "branch on an unknown value");
      if (!holds)
        continue;
    }
    *chosen = edge;
    return OUTCOME_STEPPED;
  }
  return OUTCOME_PRUNED;
}

/* A free, after which dead objects may be forgotten. */
static enum outcome free_and_reclaim(struct machine *machine, struct state *state,
                                     struct thread *thread, const struct edge *edge) {
  enum outcome outcome = execute_free(machine, state, thread, edge);
  if (edge->free.is_slot && outcome == OUTCOME_STEPPED)
    reclaim_if_due(state, thread, false);
  else if (outcome == OUTCOME_STEPPED)
    for (size_t i = 0; i < state->thread_count; i++)
      if (state->threads[i]->heap.count)
        reclaim_if_due(state, state->threads[i], true);
  return outcome;
}

static unsigned reused_kinds(const struct machine *machine, const struct state *state) {
  unsigned kinds = stale_addresses_kinds(machine->program);
  if (!state->keeps_dead)
    return kinds;
  bool has_blocks = machine->overlay && machine->overlay->reuse;
  return kinds & (has_blocks ? REUSE_KEYS | REUSE_BLOCKS : REUSE_KEYS); /* keys are no addresses */
}

static enum outcome execute_get(struct machine *machine, struct state *state, struct thread *thread,
                                const struct edge *edge) {
  uint64_t number = edge->op == OPERATION_SELF ? thread_record(state, thread)
                    : edge->op == OPERATION_ALONE
                        ? !machine->never_alone && state_is_alone(state, thread)
                    : edge->op == OPERATION_PRINTING ? machine->output.print != NULL
                    : edge->op == OPERATION_REUSED   ? reused_kinds(machine, state)
                                                   : property_watches_waiting(machine->properties);
  if (edge->op == OPERATION_ALONE)
    tell_touch(machine, number ? TOUCH_ALONE : TOUCH_NOT_ALONE, NULL);
  set_number(machine, thread, edge->get.target, number);
  return OUTCOME_STEPPED;
}

static enum outcome execute_section(struct machine *machine, struct state *state,
                                    struct thread *thread, const struct edge *edge) {
  (void)machine;
  if (edge->op == OPERATION_ATOMIC_END)
    return leave_atomic(state, thread);
  thread->atomic_depth++;
  state->atomic_owner = thread->number;
  return OUTCOME_STEPPED;
}

static enum outcome execute_fence(struct machine *machine, struct state *state,
                                  struct thread *thread, const struct edge *edge) {
  if (memory_model_separates(edge))
    buffer_separate(state, thread);
  ordering_fence(state, thread, edge->fence.order);
  if (machine->overlay && machine->overlay->fence)
    machine->overlay->fence(machine->overlay, thread, edge->fence.order);
  return OUTCOME_STEPPED;
}

static void tell_drain(const struct machine *machine, const struct thread *thread,
                       const struct edge *edge) {
  struct overlay *overlay = machine->overlay;
  if (overlay && overlay->drain && edge->op != OPERATION_FENCE && memory_model_drains(edge))
    overlay->drain(overlay, thread);
}

static enum outcome execute_nothing(struct machine *machine, struct state *state,
                                    struct thread *thread, const struct edge *edge) {
  (void)machine;
  (void)state;
  (void)thread;
  (void)edge;
  return OUTCOME_STEPPED;
}

static enum outcome execute_finish(struct machine *machine, struct state *state,
                                   struct thread *thread, const struct edge *edge) {
  (void)edge;
  return finish_thread(machine, state, thread);
}

static enum outcome execute_unsupported(struct machine *machine, struct state *state,
                                        struct thread *thread, const struct edge *edge) {
  (void)state;
  return not_supported(machine, user_edge(thread, edge), edge->unsupported.what);
}

static enum outcome (*const executors[OPERATION_COUNT])(struct machine *machine,
                                                        struct state *state, struct thread *thread,
                                                        const struct edge *edge) = {
    [OPERATION_SKIP] = execute_nothing,
    [OPERATION_ASSUME] = execute_nothing,
    [OPERATION_FENCE] = execute_fence,
    [OPERATION_ASSIGN] = execute_assign,
    [OPERATION_CHECK] = execute_check,
    [OPERATION_NONDET] = execute_nondet,
    [OPERATION_CALL] = execute_call,
    [OPERATION_RETURN] = execute_return,
    [OPERATION_SPAWN] = execute_spawn,
    [OPERATION_FINISH] = execute_finish,
    [OPERATION_EXIT] = execute_exit,
    [OPERATION_SELF] = execute_get,
    [OPERATION_ALONE] = execute_get,
    [OPERATION_PRINTING] = execute_get,
    [OPERATION_WATCHING] = execute_get,
    [OPERATION_REUSED] = execute_get,
    [OPERATION_ATOMIC_BEGIN] = execute_section,
    [OPERATION_ATOMIC_END] = execute_section,
    [OPERATION_WAIT] = execute_wait,
    [OPERATION_HOLD] = execute_hold,
    [OPERATION_SETJMP] = execute_jump,
    [OPERATION_LONGJMP] = execute_jump,
    [OPERATION_LOAD] = execute_load,
    [OPERATION_STORE] = execute_store,
    [OPERATION_RMW] = execute_rmw,
    [OPERATION_CAS] = execute_cas,
    [OPERATION_ALLOCATE] = execute_allocate,
    [OPERATION_FREE] = free_and_reclaim,
    [OPERATION_BLOCK_SIZE] = execute_block_size,
    [OPERATION_COPY] = execute_copy,
    [OPERATION_FILL] = execute_fill,
    [OPERATION_PRINT] = execute_print,
    [OPERATION_UNSUPPORTED] = execute_unsupported,
};

static enum outcome execute_operation(struct machine *machine, struct state *state,
                                      struct thread *thread, const struct edge *edge) {
  tell_drain(machine, thread, edge);
  assert(executors[edge->op] && "an operation without a meaning");
  return executors[edge->op](machine, state, thread, edge);
}

static bool sets_location_itself(enum operation op) {
  return op == OPERATION_CALL || op == OPERATION_RETURN || op == OPERATION_FINISH ||
         op == OPERATION_WAIT || op == OPERATION_SETJMP || op == OPERATION_LONGJMP;
}

/* Looks at the clock often, and at memory, which takes system calls, now and then. */
static bool is_over(struct step_limit *limit) {
  enum { CLOCK_EVERY = 256, MEMORY_EVERY = 16384 };
  if (++limit->looks % CLOCK_EVERY != 0 || !limit->limits)
    return false;
  limits_spend(limit->limits, CLOCK_EVERY);
  if (limit->looks % MEMORY_EVERY == 0 || limits_are_over(limit->limits))
    limits_check(limit->limits, &limit->over);
  return limit->over != NULL;
}

enum outcome execute_edge(struct machine *machine, struct state *state, struct thread *thread) {
  const struct edge *edge = NULL;
  if (is_over(&machine->limit)) {
    snprintf(machine->reason, sizeof machine->reason, "%s", machine->limit.over);
    return OUTCOME_LIMIT;
  }
  enum outcome outcome = choose_edge(machine, thread, &edge);
  if (outcome != OUTCOME_STEPPED)
    return outcome;
  machine->counts.edges++;
  if (machine_tells_events(machine))
    tell_event(
        machine, state,
        (struct event){.kind = EVENT_EDGE, .thread = thread->number, .edge = edge, .at = edge->at});
  if (stale_addresses_derive(machine->program, DERIVES_BY_OPERATOR))
    note_derived(machine, state, thread, edge);
  outcome = execute_operation(machine, state, thread, edge);
  if (outcome == OUTCOME_STEPPED && !sets_location_itself(edge->op))
    thread_top(thread)->location = edge->to;
  return outcome;
}
