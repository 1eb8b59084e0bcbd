/* SPDX-License-Identifier: Apache-2.0 */
/* Registers that always hold the number of the running thread: the result of __heddle_self, the
 * record that a thread starts with, and copies of these. They need no variable: the number can be
 * computed anywhere, so it is written where the register is read. */
#include "program/uses.h"
#include "sequentialize/flat.h"

struct own_search {
  struct sequentializer *s;
  struct flat_unit *unit;
  uint32_t *writers; /* per register: a node that writes it; NO_NODE_AT: none */
  uint32_t node;     /* the node that is looked at */
};

static void note_writer(uint32_t number, void *context) {
  struct own_search *search = context;
  search->writers[number] = search->node;
}

/* Is the term, over registers of the instance, known to be the number? */
static bool is_own(const struct own_search *search, const struct flat_instance *instance,
                   const struct term *term) {
  term = flat_term(search->s, instance, term);
  return term->kind == TERM_VARIABLE &&
         search->unit->registers.items[instance->first_register + term->value].is_own;
}

static bool is_own_assignment(const struct own_search *search, const struct flat_node *node,
                              uint32_t number) {
  const struct edge *edge = node->edge;
  if (edge->op == OPERATION_SELF)
    return true;
  const struct term *assigned = edge_assigned(edge, number);
  return assigned && is_own(search, node->instance, assigned);
}

static bool is_own_argument(const struct own_search *search, const struct flat_node *node,
                            uint32_t number) {
  const struct function *callee = node->callee->function;
  for (uint32_t i = 0; i < callee->parameter_count && i < node->edge->call.argument_count; i++)
    if (callee->parameters[i] == number &&
        !(callee->is_variadic && i + 1 == callee->parameter_count))
      return is_own(search, node->instance, node->edge->call.arguments[i]);
  return false;
}

static bool is_own_result(const struct own_search *search, const struct flat_node *node,
                          uint32_t number) {
  const struct edge *call = node->call;
  for (uint32_t i = 0; i < node->edge->ret.count && i < call->call.result_count; i++)
    if (call->call.results[i] == number)
      return is_own(search, node->callee, node->edge->ret.values[i]);
  return false;
}

/* Is the register's only writer a node that gives it the number? */
static bool gets_number(const struct own_search *search, const struct flat_register *reg,
                        uint32_t number) {
  const struct function *function = reg->instance->function;
  if (reg->slot || reg->mortal || reg->alias || reg->instance->is_framed ||
      reg->instance->constants[reg->number] ||
      function->registers[reg->number].width != search->s->program->pointer_width)
    return false;
  if (search->writers[number] ==
      NO_NODE_AT) /* the register is the parameter with the record of the new thread */
    return !search->unit->is_plain && !reg->instance->caller && search->unit->number &&
           function->parameter_count == 3 && function->parameters[0] == reg->number;
  const struct flat_node *node = &search->unit->nodes.items[search->writers[number]];
  if (reg->writers != 1)
    return false;
  if (node->kind == FLAT_EDGE)
    return is_own_assignment(search, node, reg->number);
  if (node->kind == FLAT_BIND)
    return !node->callee->frames && is_own_argument(search, node, reg->number);
  return node->kind == FLAT_RETURN && !node->callee->frames &&
         is_own_result(search, node, reg->number);
}

void flow_find_own(struct sequentializer *s, struct flat_unit *unit) {
  if (s->is_linear || !s->threads_are_numbers)
    return;
  struct own_search search = {.s = s, .unit = unit};
  search.writers = memory_allocate((unit->registers.count + 1) * sizeof *search.writers);
  for (size_t i = 0; i < unit->registers.count; i++)
    search.writers[i] = NO_NODE_AT;
  for (uint32_t i = 0; i < unit->nodes.count; i++) {
    search.node = i;
    flow_writes(unit, &unit->nodes.items[i], note_writer, &search);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < unit->registers.count; i++) {
      struct flat_register *reg = &unit->registers.items[i];
      if (reg->is_own || !gets_number(&search, reg, i))
        continue;
      reg->is_own = reg->is_inlined = changed = true;
      reg->is_kept = false;
    }
  }
  memory_release(search.writers);
}
