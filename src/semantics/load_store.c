/* SPDX-License-Identifier: Apache-2.0 */
/* Loads, stores, read-modify-writes and compare-exchanges. */
#include "program/access.h"
#include "semantics/access.h"
#include "semantics/buffer.h"
#include "semantics/derive.h"
#include "semantics/evaluate.h"
#include "semantics/execute.h"
#include "semantics/rmw.h"
#include "semantics/violate.h"

static void set_loaded(struct machine *machine, struct thread *thread, uint32_t target,
                       struct value value, unsigned size) {
  if (target != NO_REGISTER)
    set_register(thread, target,
                 resize_value(machine, value, size * 8,
                              thread_top(thread)->function->registers[target].width));
}

static struct value operand_of(const struct memory_access *access, const struct term *term) {
  return resize_value(access->machine, evaluate(access->machine, access->thread, term), term->width,
                      (unsigned)access->size * 8);
}

/* Did the engine forget all that an access at this unknown address can change? */
static bool is_havocked(const struct memory_access *access, const struct term *address) {
  struct machine *machine = access->machine;
  return machine->symbolic.havoc &&
         machine->symbolic.havoc(machine, access->state,
                                 evaluate(machine, access->thread, address));
}

enum outcome execute_load(struct machine *machine, struct state *state, struct thread *thread,
                          const struct edge *edge) {
  struct memory_access access = step_access_begin(machine, state, thread, edge);
  access.size = edge->load.size;
  access.order = edge->load.order;
  enum outcome outcome = step_access_resolve(&access, edge->load.address);
  struct value value;
  if (outcome == OUTCOME_UNSUPPORTED && is_havocked(&access, edge->load.address)) {
    value = machine->domain->arbitrary(machine->domain_context, edge->load.size * 8, edge,
                                       machine->chooser);
  } else {
    if (outcome != OUTCOME_STEPPED)
      return outcome;
    step_access_acquire(&access); /* before the access is compared with those that it follows */
    if (step_access_races(&access))
      return OUTCOME_VIOLATION;
    value = step_access_read(&access);
  }
  set_loaded(machine, thread, edge->load.target, value, edge->load.size);
  return OUTCOME_STEPPED;
}

/* Whether the stores of a thread that is alone wait makes no difference. */
static bool may_wait(const struct state *state, const struct thread *thread,
                     const struct edge *edge) {
  return memory_model_buffers(edge) && !thread->atomic_depth && !state_is_alone(state, thread);
}

enum outcome execute_store(struct machine *machine, struct state *state, struct thread *thread,
                           const struct edge *edge) {
  struct memory_access access = step_access_begin(machine, state, thread, edge);
  access.size = edge->store.size;
  access.order = edge->store.order;
  access.writes = true;
  enum outcome outcome = step_access_resolve(&access, edge->store.address);
  if (outcome == OUTCOME_UNSUPPORTED && is_havocked(&access, edge->store.address))
    return OUTCOME_STEPPED;
  if (outcome != OUTCOME_STEPPED)
    return outcome;
  if (step_access_races(&access))
    return OUTCOME_VIOLATION;
  struct value value = operand_of(&access, edge->store.value);
  if (memory_model_has_buffers(state->memory_model) && may_wait(state, thread, edge)) {
    buffer_add(state, thread, edge, access.place.address + access.place.offset, edge->store.size,
               value);
    step_access_tell(&access, true, value);
    return OUTCOME_STEPPED;
  }
  if (thread->buffer.count)
    buffer_drain(machine, state, thread);
  step_access_release(&access, false);
  step_access_write(&access, value);
  return OUTCOME_STEPPED;
}

/* Of an operation that reads and writes at once. */
static enum outcome resolve_update(struct memory_access *access, const struct edge *edge) {
  struct edge_access update;
  edge_value_access(edge, &update);
  access->size = update.size;
  access->order = update.order;
  access->writes = true;
  return step_access_resolve(access, update.address);
}

enum outcome execute_rmw(struct machine *machine, struct state *state, struct thread *thread,
                         const struct edge *edge) {
  unsigned size = edge->rmw.size;
  struct memory_access access = step_access_begin(machine, state, thread, edge);
  enum outcome outcome = resolve_update(&access, edge);
  if (outcome != OUTCOME_STEPPED)
    return outcome;
  step_access_acquire(&access);
  if (step_access_races(&access))
    return OUTCOME_VIOLATION;
  step_access_release(&access, true);
  struct value operand = operand_of(&access, edge->rmw.operand), old = step_access_read(&access);
  struct value result = rmw_result(machine, edge->rmw.op, size * 8, old, operand);
  if (machine->program->reuse && edge->rmw.op != RMW_EXCHANGE)
    note_derived_result(machine, state, thread, edge, size * 8, (struct value[2]){old, operand},
                        result);
  step_access_write(&access, result);
  set_loaded(machine, thread, edge->rmw.target, old, size);
  return OUTCOME_STEPPED;
}

enum outcome execute_cas(struct machine *machine, struct state *state, struct thread *thread,
                         const struct edge *edge) {
  unsigned size = edge->cas.size;
  struct memory_access access = step_access_begin(machine, state, thread, edge);
  enum outcome outcome = resolve_update(&access, edge);
  if (outcome != OUTCOME_STEPPED)
    return outcome;
  struct value expected = operand_of(&access, edge->cas.expected);
  struct value desired = operand_of(&access, edge->cas.desired);
  struct value old = step_access_read(&access);
  struct value equal =
      apply_operator(machine, OP_EQ, 1, size * 8, (struct value[3]){old, expected, expected});
  uint64_t succeeds;
  if (machine->program->reuse && size * 8 >= machine->program->pointer_width)
    note_compared(machine, state, thread, edge, (struct value[2]){old, expected}, true);
  if (!concretize_value(machine, equal, 1, &succeeds))
    return not_supported(machine, user_edge(thread, edge), "compare-exchange of an unknown value");
  access.writes = succeeds;
  access.order = succeeds ? edge->cas.order : edge->cas.failure;
  step_access_acquire(&access);
  if (step_access_races(&access))
    return OUTCOME_VIOLATION;
  if (succeeds) {
    step_access_release(&access, true);
    step_access_write(&access, desired);
  }
  set_loaded(machine, thread, edge->cas.old, old, size);
  set_register(thread, edge->cas.success, equal);
  return OUTCOME_STEPPED;
}
