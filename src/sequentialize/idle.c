/* SPDX-License-Identifier: Apache-2.0 */
/* Finds functions that only return a result: they end, change nothing that outlives the call, and
 * cannot fail. Library models have many of them, for features that a program does not use. */
#include "program/access.h"
#include "sequentialize/flat.h"
#include "sequentialize/lock_order.h"

#include <string.h>

enum { IDLE_UNKNOWN, IDLE_BEING_FOUND, IDLE_NO, IDLE_YES };

bool flow_is_variable(struct sequentializer *s, const struct flat_unit *unit,
                      const struct flat_instance *instance, const struct term *address,
                      uint64_t size, bool local) {
  address = flat_term(s, instance, address);
  if (term_is_constant(address)) {
    const struct object *object = local ? NULL : program_find_object(s->program, address->value);
    return object && size <= object->size - (address->value - object->address);
  }
  const struct flat_register *reg =
      address->kind == TERM_VARIABLE
          ? &unit->registers.items[instance->first_register + address->value]
          : NULL;
  if (!reg || !reg->slot)
    return false;
  const struct flat_register *variable = reg->alias ? &unit->registers.items[reg->alias] : reg;
  const struct term *room = flat_term(s, variable->instance, reg->slot->allocate.size);
  return term_is_constant(room) && size <= room->value;
}

/* Does the operation change registers at most? */
static bool is_harmless(const struct edge *edge) {
  struct edge_access list[MOST_ACCESSES];
  if (edge->op == OPERATION_PRINT || edge->op == OPERATION_ATOMIC_BEGIN)
    return true;
  return !edge_accesses(edge, list) && edge->op != OPERATION_ASSUME && edge->op != OPERATION_CALL &&
         edge->op != OPERATION_RETURN && edge->op != OPERATION_ALLOCATE &&
         !operation_is(edge->op, IS_CONTROL | IS_LAST);
}

static bool is_idle_edge(struct sequentializer *s, const struct flat_unit *unit,
                         const struct flat_node *node) {
  const struct edge *edge = node->edge;
  if (edge->op == OPERATION_HOLD)
    return !lock_order_is_noted(s, node->instance, edge);
  if (edge->op == OPERATION_CHECK)
    return term_is_true(flat_term(s, node->instance, edge->check.condition)) ||
           (!edge->check.fatal && !property_in(edge->check.property, s->options->properties));
  if (edge->op == OPERATION_LOAD && edge->load.target != NO_REGISTER &&
      node->instance->constants[edge->load.target])
    return true; /* it is not written */
  if (edge->op == OPERATION_LOAD)
    return flow_is_variable(s, unit, node->instance, edge->load.address, edge->load.size, false);
  if (edge->op == OPERATION_STORE)
    return flow_is_variable(s, unit, node->instance, edge->store.address, edge->store.size, true);
  if (edge->op == OPERATION_FREE)
    return edge->free.is_slot;
  if (edge->op == OPERATION_ALLOCATE)
    return edge->allocate.target != NO_REGISTER &&
           unit->registers.items[node->instance->first_register + edge->allocate.target].slot;
  return is_harmless(edge);
}

static bool is_idle_node(struct sequentializer *s, const struct flat_unit *unit,
                         const struct flat_node *node) {
  switch ((int)node->kind) {
  case FLAT_EDGE:
    return is_idle_edge(s, unit, node);
  case FLAT_BRANCH:
  case FLAT_END:
    return true;
  case FLAT_BIND:
  case FLAT_RETURN:
    return !node->callee->frames;
  case FLAT_CALL:
    return flow_is_idle(s, node->function);
  default:
    return false;
  }
}

/* Does a format, which ends where the object does at the latest, store something by %n? */
static bool stores(const unsigned char *format, uint64_t size) {
  bool inside = false;
  for (uint64_t i = 0; i < size && format[i]; i++) {
    if (format[i] == '%')
      inside = !inside;
    else if (inside && format[i] == 'n')
      return true;
    else if (inside && !strchr("0123456789.*+-# 'hlqjztL$", format[i]))
      inside = false;
  }
  return false;
}

bool flow_only_prints(struct sequentializer *s, const struct flat_node *node) {
  const struct edge *edge = node->edge;
  if (!node->function->is_library || strcmp(node->function->name, "__library_format_read") != 0 ||
      property_in(PROPERTY_MEMORY, s->options->properties) ||
      property_in(PROPERTY_RACE, s->options->properties) || !edge->call.argument_count)
    return false;
  const struct term *format = flat_term(s, node->instance, edge->call.arguments[0]);
  const struct object *object =
      term_is_constant(format) ? program_find_object(s->program, format->value) : NULL;
  if (!object || !object->is_constant || !object->bytes)
    return false;
  uint64_t offset = format->value - object->address;
  return !stores(object->bytes + offset, object->size - offset);
}

bool flow_is_idle(struct sequentializer *s, const struct function *function) {
  struct flat_unit *unit = flat_function(s, function);
  if (unit->idleness != IDLE_UNKNOWN)
    return unit->idleness == IDLE_YES; /* one that calls itself may not end */
  unit->idleness = IDLE_BEING_FOUND;
  bool is_idle = true;
  for (uint32_t i = 0; i < unit->nodes.count && is_idle; i++)
    is_idle = is_idle_node(s, unit, &unit->nodes.items[i]) && !flow_repeats(unit, i);
  unit->idleness = is_idle ? IDLE_YES : IDLE_NO;
  return is_idle;
}
