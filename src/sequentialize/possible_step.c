/* SPDX-License-Identifier: Apache-2.0 */
/* The effect of nodes on values, for possible.c. Whatever is not followed makes values unknown. */
#include "base/bits.h"
#include "program/access.h"
#include "program/uses.h"
#include "sequentialize/possible_inside.h"

#include <string.h>

enum { MOST_OF_PROGRAM = 2 /* values of a register that is not of the library */ };
#define CELL_WORDS (POSSIBLE_CELLS / 64)

static const struct possible_value UNKNOWN = {0, 0};

void possible_set_register(struct possible *p, struct possible_state *state,
                           const struct flat_instance *instance, uint32_t number,
                           struct possible_value value) {
  if (number == NO_REGISTER || instance->constants[number])
    return;
  uint32_t at = instance->first_register + number;
  if (value.known)
    value.bits &= width_mask(instance->function->registers[number].width);
  struct possible_fact *fact = &p->units[state->unit].registers[at];
  if (!possible_note(p, fact, value) ||
      (fact->count > MOST_OF_PROGRAM && !instance->function->is_library))
    value = UNKNOWN;
  state->registers[at] = value;
}

/* What an access finds; and where, for access_writes. */
static struct possible_value read_memory(struct possible *p, struct possible_state *state,
                                         uint32_t node, const struct edge_access *access,
                                         uint32_t *cell, uint64_t touched[CELL_WORDS]) {
  struct possible_place *place = &p->units[state->unit].places[node];
  *cell = possible_cell_at(p, state, node, access->address, access->size, touched);
  if (access->kind != EDGE_WRITE)
    bits_join(place->read, touched, CELL_WORDS);
  return *cell == NO_NODE_AT ? UNKNOWN : state->cells[*cell];
}

static void write_memory(struct possible *p, struct possible_state *state, uint32_t node,
                         const struct edge_access *access, uint32_t cell,
                         const uint64_t touched[CELL_WORDS], struct possible_value value) {
  struct possible_place *place = &p->units[state->unit].places[node];
  if (value.known)
    value.bits &= width_mask(access->size * 8);
  bits_join(place->written, touched, CELL_WORDS);
  possible_note(p, &place->stored, value);
  if (cell == NO_NODE_AT)
    possible_forget(state, touched);
  else
    possible_set(p, state, cell, value);
}

static struct possible_value updated(const struct edge *edge, struct possible_value old,
                                     struct possible_value operand) {
  if (edge->rmw.op == RMW_EXCHANGE)
    return operand;
  if (!old.known || !operand.known)
    return UNKNOWN;
  unsigned width = edge->rmw.size * 8;
  switch (edge->rmw.op) {
  case RMW_ADD:
    return possible_known(old.bits + operand.bits, width);
  case RMW_SUB:
    return possible_known(old.bits - operand.bits, width);
  case RMW_AND:
    return possible_known(old.bits & operand.bits, width);
  case RMW_OR:
    return possible_known(old.bits | operand.bits, width);
  case RMW_XOR:
    return possible_known(old.bits ^ operand.bits, width);
  case RMW_EXCHANGE:
  case RMW_NAND:
  case RMW_MAX:
  case RMW_MIN:
  case RMW_UMAX:
  case RMW_UMIN:
  case RMW_FADD:
  case RMW_FSUB:
  default:
    return UNKNOWN;
  }
}

/* An exchange goes on in up to two ways: it may write, or not. */
static void exchange(struct possible *p, struct possible_state *state, uint32_t node,
                     const struct edge_access *access, struct possible_sink *sink) {
  const struct flat_node *at = &p->units[state->unit].unit->nodes.items[node];
  const struct edge *edge = at->edge;
  uint64_t touched[CELL_WORDS];
  uint32_t cell;
  struct possible_value old = read_memory(p, state, node, access, &cell, touched);
  struct possible_value expected = possible_evaluate(p, state, at->instance, edge->cas.expected);
  struct possible_value desired = possible_evaluate(p, state, at->instance, edge->cas.desired);
  bool is_known = old.known && expected.known;
  bool is_equal = is_known && !((old.bits ^ expected.bits) & width_mask(edge->cas.size * 8));
  if (!is_known || !is_equal) {
    possible_set_register(p, state, at->instance, edge->cas.old, old);
    possible_set_register(p, state, at->instance, edge->cas.success, possible_known(0, 1));
    sink->go(sink, state, at->successors[0]);
  }
  if (is_known && !is_equal)
    return;
  possible_set_register(p, state, at->instance, edge->cas.old, old.known ? old : expected);
  possible_set_register(p, state, at->instance, edge->cas.success, possible_known(1, 1));
  write_memory(p, state, node, access, cell, touched, desired);
  sink->go(sink, state, at->successors[0]);
}

/* Bytes that are not those of one value. */
static void change_bytes(struct possible *p, struct possible_state *state, uint32_t node,
                         const struct edge_access *access) {
  struct possible_place *place = &p->units[state->unit].places[node];
  const struct flat_instance *instance = p->units[state->unit].unit->nodes.items[node].instance;
  uint64_t touched[CELL_WORDS];
  /* Of an unknown size: anything in the objects that the address may point to. */
  possible_cell_at(p, state, node, access->address, 0, touched);
  struct possible_value start = possible_evaluate(p, state, instance, access->address);
  struct possible_value length =
      access->length ? possible_evaluate(p, state, instance, access->length) : UNKNOWN;
  for (uint32_t i = 0; i < p->cell_count && start.known && length.known; i++) {
    const struct possible_cell *cell = &p->cells.items[i];
    bool is_touched =
        cell->address < start.bits + length.bits && start.bits < cell->address + cell->size;
    if (is_touched)
      bits_add(touched, i);
    else
      bits_remove(touched, i);
  }
  place->is_unplaced = true;
  bits_join(access_writes(access) ? place->written : place->read, touched, CELL_WORDS);
  if (access_writes(access))
    possible_forget(state, touched);
}

static void execute_accesses(struct possible *p, struct possible_state *state, uint32_t node,
                             struct possible_sink *sink) {
  const struct flat_node *at = &p->units[state->unit].unit->nodes.items[node];
  const struct edge *edge = at->edge;
  struct edge_access list[MOST_ACCESSES];
  unsigned count = edge_accesses(edge, list);
  for (unsigned i = 0; i < count; i++) {
    const struct edge_access *access = &list[i];
    uint64_t touched[CELL_WORDS];
    uint32_t cell;
    if (!access_is_of_value(access)) {
      if (access_touches(access))
        change_bytes(p, state, node, access);
      continue;
    }
    if (access->kind == EDGE_EXCHANGE) {
      exchange(p, state, node, access, sink);
      return;
    }
    struct possible_value old = read_memory(p, state, node, access, &cell, touched);
    struct possible_value value =
        access->stored ? possible_evaluate(p, state, at->instance, access->stored) : UNKNOWN;
    if (edge->op == OPERATION_RMW)
      value = updated(edge, old, value);
    if (access_writes(access))
      write_memory(p, state, node, access, cell, touched, value);
    possible_set_register(p, state, at->instance, access->loaded, old);
  }
  if (edge->op == OPERATION_BLOCK_SIZE)
    possible_set_register(p, state, at->instance, edge->block_size.target, UNKNOWN);
  sink->go(sink, state, at->successors[0]);
}

static void execute_branch(struct possible *p, struct possible_state *state, uint32_t number,
                           struct possible_sink *sink) {
  const struct flat_node *node = &p->units[state->unit].unit->nodes.items[number];
  struct possible_place *place = &p->units[state->unit].places[number];
  for (uint32_t i = 0; i < node->successor_count; i++) {
    bool is_last = i + 1 == node->successor_count;
    struct possible_value value =
        is_last || node->kind != FLAT_BRANCH
            ? possible_known(1, 1)
            : possible_evaluate(p, state, node->instance, node->conditions[i]);
    if (value.known && !value.bits)
      continue;
    place->taken |= i < 64 ? UINT64_C(1) << i : 0;
    sink->go(sink, state, node->successors[i]);
    if (value.known && node->kind == FLAT_BRANCH)
      return;
  }
}

static void execute_spawn(struct possible *p, struct possible_state *state,
                          const struct flat_node *node) {
  const struct flat_unit *created = flat_created(p->s, node);
  uint32_t number = possible_unit_of(p, created);
  for (unsigned i = 0; i < 2; i++) {
    struct possible_fact *fact = &p->units[number].arguments[i], before = *fact;
    possible_note(p, fact,
                  possible_evaluate(p, state, node->instance, node->edge->spawn.arguments[i]));
    if (fact->count > 1 && before.count != POSSIBLE_ANY) { /* threads begin with anything */
      fact->count = POSSIBLE_ANY;
      p->again |= before.count > 0;
    }
  }
  state->cells[p->cell_count + number] = possible_known(POSSIBLE_NOW, 64);
  possible_set_register(
      p, state, node->instance, node->edge->spawn.target,
      created->is_single ? possible_known(numbers_address(created->first_thread), 64) : UNKNOWN);
}

/* False: the thread does not come past the condition. */
static bool holds(struct possible *p, const struct possible_state *state, uint32_t number) {
  const struct flat_node *node = &p->units[state->unit].unit->nodes.items[number];
  const struct edge *edge = node->edge;
  bool is_check = edge->op == OPERATION_CHECK;
  struct possible_value value = possible_evaluate(
      p, state, node->instance, is_check ? edge->check.condition : edge->assume.condition);
  bool may_fail = !value.known || !value.bits;
  p->units[state->unit].places[number].may_fail |= may_fail;
  bool goes_on = is_check && !edge->check.fatal &&
                 !property_in(edge->check.property, p->s->options->properties);
  return !value.known || value.bits || goes_on;
}

/* Registers that become unknown. */
struct unknown_results {
  struct possible *p;
  struct possible_state *state;
  const struct flat_instance *instance;
};

static void write_unknown(uint32_t number, void *context) {
  const struct unknown_results *results = context;
  possible_set_register(results->p, results->state, results->instance, number, UNKNOWN);
}

static void execute_assignments(struct possible *p, struct possible_state *state,
                                const struct flat_node *node) {
  const struct edge *edge = node->edge;
  struct possible_value *values = memory_allocate((edge->assign.count + 1) * sizeof *values);
  for (uint32_t i = 0; i < edge->assign.count; i++)
    values[i] = possible_evaluate(p, state, node->instance, edge->assign.list[i].value);
  for (uint32_t i = 0; i < edge->assign.count; i++)
    possible_set_register(p, state, node->instance, edge->assign.list[i].target, values[i]);
  memory_release(values);
}

/* A local variable begins; its contents are arbitrary unless they are zero. */
static void execute_allocation(struct possible *p, struct possible_state *state, uint32_t number) {
  const struct flat_node *node = &p->units[state->unit].unit->nodes.items[number];
  struct possible_value slot = possible_slot(p, state, number);
  for (uint32_t i = 0; slot.known && i < p->cell_count; i++)
    if (p->cells.items[i].address - slot.bits < POSSIBLE_SLOT_ROOM)
      state->cells[i] = node->edge->allocate.zeroed ? possible_known(0, 64) : UNKNOWN;
  possible_set_register(p, state, node->instance, node->edge->allocate.target, slot);
}

static void execute_edge(struct possible *p, struct possible_state *state, uint32_t number,
                         struct possible_sink *sink) {
  const struct flat_node *node = &p->units[state->unit].unit->nodes.items[number];
  const struct edge *edge = node->edge;
  struct edge_access list[MOST_ACCESSES];
  bool is_condition = edge->op == OPERATION_ASSUME || edge->op == OPERATION_CHECK;
  if ((is_condition && !holds(p, state, number)) || !node->successor_count) {
    sink->end(sink, state, node);
    return;
  }
  if (edge_accesses(edge, list)) {
    execute_accesses(p, state, number, sink);
    return;
  }
  if (edge->op == OPERATION_SPAWN)
    execute_spawn(p, state, node);
  else if (edge->op == OPERATION_ALLOCATE)
    execute_allocation(p, state, number);
  else if (edge->op == OPERATION_SELF)
    possible_set_register(p, state, node->instance, edge->get.target, state->self);
  else if (edge->op == OPERATION_ASSIGN)
    execute_assignments(p, state, node);
  else
    edge_visit_definitions(edge, write_unknown,
                           &(struct unknown_results){p, state, node->instance});
  sink->go(sink, state, node->successors[0]);
}

static void execute_binding(struct possible *p, struct possible_state *state,
                            const struct flat_node *node) {
  const struct function *function = node->callee->function;
  struct possible_value *values = memory_allocate((function->parameter_count + 1) * sizeof *values);
  for (uint32_t i = 0; i < function->parameter_count; i++)
    values[i] = possible_argument(p, state, node, function, i);
  for (uint32_t i = 0; i < function->parameter_count; i++)
    possible_set_register(p, state, node->callee, function->parameters[i], values[i]);
  memory_release(values);
}

static void execute_return(struct possible *p, struct possible_state *state,
                           const struct flat_node *node) {
  const struct edge *edge = node->edge;
  uint32_t count = node->call->call.result_count;
  struct possible_value *values = memory_allocate((count + 1) * sizeof *values);
  for (uint32_t i = 0; i < count; i++)
    values[i] = i < edge->ret.count
                    ? possible_evaluate(p, state, node->instance, edge->ret.values[i])
                    : UNKNOWN;
  for (uint32_t i = 0; i < count; i++)
    possible_set_register(p, state, node->caller, node->call->call.results[i], values[i]);
  memory_release(values);
}

void possible_execute(struct possible *p, struct possible_state *state, uint32_t number,
                      struct possible_sink *sink) {
  const struct flat_node *node = &p->units[state->unit].unit->nodes.items[number];
  p->units[state->unit].places[number].is_reached = true;
  switch ((int)node->kind) {
  case FLAT_EDGE:
    execute_edge(p, state, number, sink);
    return;
  case FLAT_BRANCH:
  case FLAT_DISPATCH:
    execute_branch(p, state, number, sink);
    return;
  case FLAT_CALL:
    possible_call(p, state, node, sink);
    return;
  case FLAT_BIND:
    execute_binding(p, state, node);
    break;
  case FLAT_RETURN:
    execute_return(p, state, node);
    break;
  case FLAT_END:
  case FLAT_BAD_CALL:
    break;
  default: /* recursion that others can interrupt, longjmp */
    p->is_too_much = true;
    return;
  }
  if (node->successor_count)
    sink->go(sink, state, node->successors[0]);
  else
    sink->end(sink, state, node);
}
