/* SPDX-License-Identifier: Apache-2.0 */
/* The effect of an edge on registers, calls and threads. Memory is in access.c. */
#include "semantics/execute.h"
#include "semantics/ignore.h"

#include "analysis/reuse.h"
#include "analysis/unread.h"
#include "base/limits.h"
#include "base/text.h"
#include "program/address.h"
#include "semantics/buffer.h"
#include "semantics/derive.h"
#include "semantics/footprint.h"
#include "semantics/ordering.h"
#include "semantics/overlay.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { MANY_ASSIGNMENTS = 16 };

static struct value evaluate_in(const struct machine *machine, const struct value *registers,
                                const struct term *term) {
  const struct domain *domain = machine->domain;
  if (term->kind == TERM_VARIABLE)
    return registers[term->value];
  if (term->kind == TERM_CONSTANT)
    return domain->constant(machine->domain_context, term->width, term->value);
  struct value operands[3] = {{0, 0}, {0, 0}, {0, 0}};
  for (unsigned i = 0; i < term->arity; i++) {
    const struct term *operand = term->operands[i];
    operands[i] = operand->kind == TERM_VARIABLE ? registers[operand->value]
                                                 : evaluate_in(machine, registers, operand);
  }
  return domain->apply(machine->domain_context, term, operands);
}

struct value evaluate(const struct machine *machine, const struct thread *thread,
                      const struct term *term) {
  const struct value *registers = thread->registers.items + thread_top(thread)->first_register;
  return machine->domain->evaluate ? machine->domain->evaluate(registers, term)
                                   : evaluate_in(machine, registers, term);
}

bool look_at_value(const struct machine *machine, struct value value, unsigned width,
                   uint64_t *bits) {
  struct chooser *chooser = machine->chooser;
  return machine->domain->known(machine->domain_context, value, bits) ||
         (chooser->concretize && chooser->concretize(chooser, value, width, true, bits));
}

static bool follow_value_log(struct value_log *value_log, struct value value, unsigned width,
                             uint64_t *bits) {
  if (value_log->next == value_log->numbers.count) {
    value_log->end(value_log, value, width);
    return false;
  }
  *bits = value_log->numbers.items[value_log->next++];
  return value_log->meet(value_log, value, width, *bits);
}

bool concretize_value(const struct machine *machine, struct value value, unsigned width,
                      uint64_t *bits) {
  struct value_log *value_log = machine->is_looking ? NULL : machine->value_log;
  if (value_log && value_log->follows)
    return follow_value_log(value_log, value, width, bits);
  bool told = machine->is_looking
                  ? look_at_value(machine, value, width, bits)
                  : machine->domain->known(machine->domain_context, value, bits) ||
                        (machine->chooser->concretize &&
                         machine->chooser->concretize(machine->chooser, value, width, false, bits));
  if (told && value_log)
    vector_push(&value_log->numbers, *bits);
  return told;
}

uint64_t settle_way(const struct machine *machine, uint64_t own) {
  struct value_log *value_log = machine->is_looking ? NULL : machine->value_log;
  if (value_log && value_log->follows)
    return value_log->next < value_log->numbers.count ? value_log->numbers.items[value_log->next++]
                                                      : own;
  if (value_log)
    vector_push(&value_log->numbers, own);
  return own;
}

bool evaluate_number(const struct machine *machine, const struct thread *thread,
                     const struct term *term, uint64_t *bits) {
  return concretize_value(machine, evaluate(machine, thread, term), term->width, bits);
}

bool machine_evaluate(const struct machine *machine, const struct thread *thread,
                      const struct frame *frame, const struct term *term, uint64_t *bits) {
  const struct value *registers = thread->registers.items + frame->first_register;
  struct value value = machine->domain->evaluate ? machine->domain->evaluate(registers, term)
                                                 : evaluate_in(machine, registers, term);
  return machine->domain->known(machine->domain_context, value, bits);
}

void notify_observer(struct machine *machine, const struct state *state, struct event event) {
  if (machine->observer)
    machine->observer->notice(machine->observer, state, &event);
}

struct value apply_operator(const struct machine *machine, enum operator op, unsigned width,
                            unsigned operand_width, const struct value operands[3]) {
  struct term bit = {.kind = TERM_VARIABLE, .width = 1};
  struct term operand = {.kind = TERM_VARIABLE, .width = (uint8_t)operand_width};
  struct term node = {.kind = TERM_APPLY,
                      .op = (uint8_t)op,
                      .width = (uint8_t)width,
                      .arity = (uint8_t)operator_arity(op),
                      .operands = {op == OP_ITE ? &bit : &operand, &operand, &operand}};
  return machine->domain->apply(machine->domain_context, &node, operands);
}

struct value resize_value(const struct machine *machine, struct value value, unsigned from,
                          unsigned to) {
  if (from == to)
    return value;
  struct value operands[3] = {value, {0, 0}, {0, 0}};
  return apply_operator(machine, from < to ? OP_ZEXT : OP_EXTRACT, to, from, operands);
}

void set_register(struct thread *thread, uint32_t target, struct value value) {
  if (target != NO_REGISTER)
    thread->registers.items[thread_top(thread)->first_register + target] = value;
}

/* Of the callers of frame number `top`, seen as the last one. */
static const struct edge *user_edge_below(const struct thread *thread, size_t top,
                                          const struct edge *edge) {
  for (size_t i = top; i > 0 && thread->frames.items[i].function->is_library; i--)
    edge = &thread->frames.items[i - 1].function->edges[thread->frames.items[i].call_edge];
  return edge;
}

const struct edge *user_edge(const struct thread *thread, const struct edge *edge) {
  return thread->frames.count ? user_edge_below(thread, thread->frames.count - 1, edge) : edge;
}

/* Where the user's code called the function that the thread is in; `edge` if nobody did. */
static const struct edge *calling_edge(const struct thread *thread, const struct edge *edge) {
  if (thread->frames.count < 2)
    return edge;
  const struct frame *caller = &thread->frames.items[thread->frames.count - 2];
  const struct edge *call = &caller->function->edges[caller[1].call_edge];
  const struct edge *found = user_edge_below(thread, thread->frames.count - 2, call);
  return found->at.line ? found : edge;
}

/* The undefined function on whose result this access rests, or a call that led here. */
static const char *find_doubt(const struct thread *thread, const struct edge *edge) {
  const char *doubt = edge->doubt;
  for (size_t i = thread->frames.count; i-- > 1 && !doubt;) {
    const struct frame *caller = &thread->frames.items[i - 1];
    doubt = caller->function->edges[thread->frames.items[i].call_edge].doubt;
  }
  return doubt;
}

enum outcome violate(struct machine *machine, struct thread *thread, const struct edge *edge,
                     enum property property, const char *message, uint64_t address,
                     enum outcome unchecked) {
  /* Whether there is memory at an address depends on every thread that allocates or frees it. */
  if (property == PROPERTY_MEMORY && edge->op != OPERATION_CHECK && machine->footprint)
    machine->footprint->everything = true;
  if (property == PROPERTY_MEMORY && program_is_opaque(machine->program, address))
    return not_supported(machine, user_edge(thread, edge), OPAQUE_ACCESS);
  if (!property_in(property, machine->properties))
    return unchecked;
  const char *doubt = property == PROPERTY_MEMORY ? find_doubt(thread, edge) : NULL;
  if (doubt) {
    char what[160];
    snprintf(what, sizeof what, "use of the result of the undefined function %.100s", doubt);
    return not_supported(machine, user_edge(thread, edge), what);
  }
  bool is_at_call = edge->op == OPERATION_CHECK && edge->check.at_call;
  const struct edge *place = is_at_call ? calling_edge(thread, edge) : user_edge(thread, edge);
  struct violation_site site = {.property = property};
  site_add(&site, place->at);
  struct accused self = {thread, edge};
  if (is_ignored(machine, &site, &self, 1, address)) {
    machine->ignored++;
    return unchecked;
  }
  machine->violation = (struct violation){.property = property,
                                          .message = message,
                                          .thread = thread->number,
                                          .at = is_at_call ? place->at : edge->at,
                                          .edge = edge,
                                          .address = address,
                                          .other_thread = NO_THREAD,
                                          .site = site};
  return OUTCOME_VIOLATION;
}

enum outcome stopped(struct machine *machine, const struct edge *edge, const char *what,
                     enum outcome outcome) {
  struct text place = {0};
  program_print_position(&place, machine->program, edge->at);
  snprintf(machine->reason, sizeof machine->reason, "%s%s%s", what, place.length ? " at " : "",
           text_get(&place));
  text_release(&place);
  return outcome;
}

enum outcome not_supported(struct machine *machine, const struct edge *edge, const char *what) {
  return stopped(machine, edge, what, OUTCOME_UNSUPPORTED);
}

static struct value assigned(const struct machine *machine, const struct thread *thread,
                             const struct assignment *assignment) {
  if (machine->unread &&
      unread_has_register(machine->unread, thread_top(thread)->function, assignment->target))
    return machine->domain->constant(machine->domain_context, assignment->value->width, 0);
  return evaluate(machine, thread, assignment->value);
}

static enum outcome execute_assign(struct machine *machine, struct thread *thread,
                                   const struct edge *edge) {
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
  if (machine->footprint)
    machine->footprint->everything = true;
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
  /* Misuse that is not checked: somebody gives back what another thread holds. */
  if (!forget_held(thread, object))
    for (size_t i = 0; i < state->thread_count; i++)
      if (forget_held(state->threads[i], object)) {
        if (machine->footprint)
          machine->footprint->everything = true;
        state->threads[i]->packed = CHANGED;
        break;
      }
  return OUTCOME_STEPPED;
}

static enum outcome execute_check(struct machine *machine, struct thread *thread,
                                  const struct edge *edge) {
  uint64_t holds;
  if (!evaluate_number(machine, thread, edge->check.condition, &holds))
    return not_supported(machine, user_edge(thread, edge), "check of an unknown value");
  if (holds)
    return OUTCOME_STEPPED;
  return violate(machine, thread, edge, edge->check.property, edge->check.message, 0,
                 edge->check.fatal ? OUTCOME_PRUNED : OUTCOME_STEPPED);
}

void set_number(struct machine *machine, struct thread *thread, uint32_t target, uint64_t bits) {
  if (target == NO_REGISTER)
    return;
  unsigned width = thread_top(thread)->function->registers[target].width;
  set_register(thread, target,
               machine->domain->constant(machine->domain_context, width, bits & width_mask(width)));
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
      !edge->wait.spurious) /* memory without a value yet got one that does not let it go on */
    return OUTCOME_STEPPED;
  if (holds)
    ordering_end_wait(state, thread);
  if (thread->atomic_depth)
    state->atomic_owner = thread->number;
  thread_top(thread)->location = edge->to;
  return OUTCOME_STEPPED;
}

static enum outcome execute_nondet(struct machine *machine, struct state *state,
                                   struct thread *thread, const struct edge *edge) {
  if (edge->nondet.target == NO_REGISTER)
    return OUTCOME_STEPPED;
  unsigned width = thread_top(thread)->function->registers[edge->nondet.target].width;
  struct value value =
      machine->domain->arbitrary(machine->domain_context, width, edge, machine->chooser);
  set_register(thread, edge->nondet.target, value);
  notify_observer(machine, state,
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

static enum outcome execute_memory(struct machine *machine, struct state *state,
                                   struct thread *thread, const struct edge *edge) {
  enum outcome outcome = execute_memory_edge(machine, state, thread, edge);
  if (edge->op == OPERATION_FREE && edge->free.is_slot && outcome == OUTCOME_STEPPED)
    reclaim_if_due(state, thread, false);
  else if (edge->op == OPERATION_FREE && outcome == OUTCOME_STEPPED)
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
                    : edge->op == OPERATION_PRINTING ? machine->print != NULL
                    : edge->op == OPERATION_REUSED   ? reused_kinds(machine, state)
                                                   : property_watches_waiting(machine->properties);
  if (edge->op == OPERATION_ALONE && machine->footprint) {
    machine->footprint->asks_alone = true;
    machine->footprint->is_alone = number != 0;
  }
  set_number(machine, thread, edge->get.target, number);
  return OUTCOME_STEPPED;
}

static enum outcome enter_atomic(struct state *state, struct thread *thread) {
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

static enum outcome execute_operation(struct machine *machine, struct state *state,
                                      struct thread *thread, const struct edge *edge) {
  tell_drain(machine, thread, edge);
  switch (edge->op) {
  case OPERATION_SKIP:
  case OPERATION_ASSUME:
    return OUTCOME_STEPPED;
  case OPERATION_FENCE:
    return execute_fence(machine, state, thread, edge);
  case OPERATION_ASSIGN:
    return execute_assign(machine, thread, edge);
  case OPERATION_CHECK:
    return execute_check(machine, thread, edge);
  case OPERATION_NONDET:
    return execute_nondet(machine, state, thread, edge);
  case OPERATION_CALL:
    return execute_call(machine, thread, edge);
  case OPERATION_RETURN:
    return execute_return(machine, state, thread, edge);
  case OPERATION_SPAWN:
    return execute_spawn(machine, state, thread, edge);
  case OPERATION_FINISH:
    return finish_thread(machine, state, thread);
  case OPERATION_EXIT:
    return execute_exit(machine, state, thread, edge);
  case OPERATION_SELF:
  case OPERATION_ALONE:
  case OPERATION_PRINTING:
  case OPERATION_WATCHING:
  case OPERATION_REUSED:
    return execute_get(machine, state, thread, edge);
  case OPERATION_ATOMIC_BEGIN:
    return enter_atomic(state, thread);
  case OPERATION_ATOMIC_END:
    return leave_atomic(state, thread);
  case OPERATION_WAIT:
    return execute_wait(machine, state, thread, edge);
  case OPERATION_HOLD:
    return execute_hold(machine, state, thread, edge);
  case OPERATION_SETJMP:
  case OPERATION_LONGJMP:
    return execute_jump(machine, state, thread, edge);
  case OPERATION_LOAD:
  case OPERATION_STORE:
  case OPERATION_RMW:
  case OPERATION_CAS:
  case OPERATION_ALLOCATE:
  case OPERATION_FREE:
  case OPERATION_BLOCK_SIZE:
  case OPERATION_COPY:
  case OPERATION_FILL:
  case OPERATION_PRINT:
    return execute_memory(machine, state, thread, edge);
  case OPERATION_UNSUPPORTED:
  case OPERATION_COUNT:
    break;
  }
  return not_supported(machine, user_edge(thread, edge), edge->unsupported.what);
}

static bool sets_location_itself(enum operation op) {
  return op == OPERATION_CALL || op == OPERATION_RETURN || op == OPERATION_FINISH ||
         op == OPERATION_WAIT || op == OPERATION_SETJMP || op == OPERATION_LONGJMP;
}

/* Looks at the clock often, and at memory, which takes system calls, now and then. */
static bool is_over(struct machine *machine) {
  enum { CLOCK_EVERY = 256, MEMORY_EVERY = 16384 };
  if (++machine->looks % CLOCK_EVERY != 0 || !machine->limits)
    return false;
  if (machine->looks % MEMORY_EVERY == 0 || limits_are_over(machine->limits))
    limits_check(machine->limits, &machine->over);
  return machine->over != NULL;
}

enum outcome execute_edge(struct machine *machine, struct state *state, struct thread *thread) {
  const struct edge *edge = NULL;
  if (is_over(machine)) {
    snprintf(machine->reason, sizeof machine->reason, "%s", machine->over);
    return OUTCOME_LIMIT;
  }
  enum outcome outcome = choose_edge(machine, thread, &edge);
  if (outcome != OUTCOME_STEPPED)
    return outcome;
  machine->edges_executed++;
  if (machine->observer)
    notify_observer(
        machine, state,
        (struct event){.kind = EVENT_EDGE, .thread = thread->number, .edge = edge, .at = edge->at});
  if (stale_addresses_derive(machine->program, DERIVES_BY_OPERATOR))
    note_derived(machine, state, thread, edge);
  outcome = execute_operation(machine, state, thread, edge);
  if (outcome == OUTCOME_STEPPED && !sets_location_itself(edge->op))
    thread_top(thread)->location = edge->to;
  return outcome;
}
