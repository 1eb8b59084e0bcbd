/* SPDX-License-Identifier: Apache-2.0 */
/* A fixed point, backwards from what leaves registers. Results of a function matter as they do at
 * all its calls; all of them if its address is taken. */
#include "transform/demands.h"

#include "base/memory.h"
#include "program/uses.h"

#include <string.h>

struct demands {
  const struct program *program;
  uint32_t *first; /* per function: its first register in the list, then its results */
  struct demand *list;
  struct demand *here; /* registers of the function that is looked at */
  bool changed;
};

enum { LARGEST_MODULUS = 256 };

struct demand demands_all(const struct term *term) {
  return (struct demand){.mask = width_mask(term->width)};
}

static bool is_none(struct demand demand) { return !demand.mask && !demand.modulus; }

static bool is_equal(struct demand a, struct demand b) {
  return a.mask == b.mask && a.modulus == b.modulus && a.shift == b.shift;
}

static struct demand join(struct demand a, struct demand b) {
  if (is_none(a) || is_equal(a, b))
    return b;
  if (is_none(b))
    return a;
  if (a.modulus || b.modulus)
    return (struct demand){.mask = UINT64_MAX};
  return (struct demand){.mask = a.mask | b.mask};
}

/* All bits up to the highest of the mask: carries go upwards only. */
static uint64_t up_to_highest(uint64_t mask) {
  for (unsigned shift = 1; shift < 64; shift *= 2)
    mask |= mask >> shift;
  return mask;
}

static bool is_power(uint64_t number) { return number && !(number & (number - 1)); }

static unsigned log_of(uint64_t power) {
  unsigned log = 0;
  while (power >> log != 1)
    log++;
  return log;
}

static struct demand shifted(const struct term *term, struct demand demand, uint64_t by) {
  if (by >= term->width)
    return (struct demand){0};
  if (demand.modulus)
    return (struct demand){.modulus = demand.modulus, .shift = demand.shift + (uint32_t)by};
  return (struct demand){.mask = demand.mask << by & width_mask(term->width)};
}

static struct demand of_constant(const struct term *term, struct demand demand, uint64_t constant) {
  struct demand all = demands_all(term->operands[0]);
  switch (term->op) {
  case OP_AND:
    return demand.modulus ? all : (struct demand){.mask = demand.mask & constant};
  case OP_OR:
  case OP_XOR:
    return demand.modulus ? all : demand;
  case OP_LSHR:
    return shifted(term, demand, constant);
  case OP_UDIV:
    return is_power(constant) ? shifted(term, demand, log_of(constant)) : all;
  case OP_SHL:
    if (demand.modulus || constant >= term->width)
      return all;
    return (struct demand){.mask = demand.mask >> constant};
  case OP_UREM:
    if (is_power(constant))
      return (struct demand){.mask = constant - 1};
    if (!constant || constant > LARGEST_MODULUS)
      return all;
    return (struct demand){.modulus = (uint32_t)constant};
  default:
    return all;
  }
}

struct demand demands_operand(const struct term *term, unsigned operand, struct demand demand) {
  struct demand all = demands_all(term->operands[operand]);
  if (operator_is_comparison((enum operator)term->op))
    return all;
  if (is_none(demand))
    return demand;
  switch (term->op) {
  case OP_ITE:
    return operand ? demand : all;
  case OP_ZEXT:
    return demand.modulus ? demand : (struct demand){.mask = demand.mask & all.mask};
  case OP_EXTRACT:
    return demand.modulus ? all : (struct demand){.mask = demand.mask << term->low & all.mask};
  case OP_ADD: /* remainders of sums with small numbers are the sums of remainders */
    if (demand.modulus && !demand.shift && term_is_constant(term->operands[1]) &&
        term->operands[1]->value <= LARGEST_MODULUS)
      return demand;
    return demand.modulus ? all : (struct demand){.mask = up_to_highest(demand.mask) & all.mask};
  case OP_SUB:
  case OP_MUL:
    return demand.modulus ? all : (struct demand){.mask = up_to_highest(demand.mask) & all.mask};
  case OP_NOT:
    return demand;
  default:
    break;
  }
  if (operand == 0 && term->arity == 2 && term_is_constant(term->operands[1]))
    return of_constant(term, demand, term->operands[1]->value);
  bool is_bitwise = term->op == OP_AND || term->op == OP_OR || term->op == OP_XOR;
  return is_bitwise && !demand.modulus ? demand : all;
}

static void add(struct demands *demands, struct demand *old, struct demand demand) {
  struct demand both = join(*old, demand);
  demands->changed |= !is_equal(*old, both);
  *old = both;
}

static void note(struct demands *demands, const struct term *term, struct demand demand) {
  if (term->kind == TERM_VARIABLE)
    add(demands, &demands->here[term->value], demand);
  for (unsigned i = 0; i < term->arity; i++)
    note(demands, term->operands[i], demands_operand(term, i, demand));
}

static void note_all(const struct term *term, void *context) {
  note(context, term, demands_all(term));
}

static struct demand *result_of(const struct demands *demands, const struct function *function,
                                uint32_t index) {
  return &demands->list[demands->first[function->number] + function->register_count + index];
}

static void look_at_edge(struct demands *demands, const struct function *function,
                         const struct edge *edge) {
  const struct function *callee = edge->op == OPERATION_CALL ? edge->call.callee : NULL;
  if (edge->op == OPERATION_ASSIGN) {
    for (uint32_t i = 0; i < edge->assign.count; i++)
      note(demands, edge->assign.list[i].value, demands->here[edge->assign.list[i].target]);
  } else if (edge->op == OPERATION_RETURN) {
    for (uint32_t i = 0; i < edge->ret.count && i < function->result_count; i++)
      note(demands, edge->ret.values[i], *result_of(demands, function, i));
  } else {
    edge_visit_terms(edge, note_all, demands);
  }
  for (uint32_t i = 0; callee && i < edge->call.result_count && i < callee->result_count; i++)
    if (edge->call.results[i] != NO_REGISTER)
      add(demands, result_of(demands, callee, i), demands->here[edge->call.results[i]]);
}

/* If the number is the address of a function, all results of that function matter. */
static void note_number(struct demands *demands, uint64_t number) {
  const struct function *function = program_function_at(demands->program, number);
  for (uint32_t i = 0; function && i < function->result_count; i++)
    result_of(demands, function, i)->mask = UINT64_MAX;
}

static void note_taken(const struct term *term, void *context) {
  struct demands *demands = context;
  if (term_is_constant(term) && term->width >= demands->program->pointer_width)
    note_number(demands, term->value);
  for (unsigned i = 0; i < term->arity; i++)
    note_taken(term->operands[i], context);
}

static void note_taken_functions(struct demands *demands) {
  const struct program *program = demands->program;
  size_t word = program->pointer_width / 8;
  for (uint32_t i = 0; i < program->function_count; i++)
    for (uint32_t j = 0; j < program->functions[i]->edge_count; j++)
      edge_visit_terms(&program->functions[i]->edges[j], note_taken, demands);
  for (uint32_t i = 0; i < program->object_count; i++) {
    const struct object *object = &program->objects[i];
    for (uint64_t at = 0; object->bytes && at + word <= object->size; at++) {
      uint64_t bits = 0;
      memcpy(&bits, object->bytes + at, word);
      note_number(demands, bits);
    }
  }
}

struct demands *demands_create(const struct program *program) {
  struct demands *demands = memory_allocate_zeroed(sizeof *demands);
  uint32_t next = 0;
  demands->program = program;
  demands->first = memory_allocate((program->function_count + 1) * sizeof *demands->first);
  for (uint32_t i = 0; i < program->function_count; i++) {
    demands->first[i] = next;
    next += program->functions[i]->register_count + program->functions[i]->result_count;
  }
  demands->list = memory_allocate_zeroed((next + 1) * sizeof *demands->list);
  note_taken_functions(demands);
  do {
    demands->changed = false;
    for (uint32_t i = 0; i < program->function_count; i++) {
      const struct function *function = program->functions[i];
      demands->here = demands->list + demands->first[i];
      for (uint32_t j = 0; j < function->edge_count; j++)
        look_at_edge(demands, function, &function->edges[j]);
    }
  } while (demands->changed);
  return demands;
}

void demands_destroy(struct demands *demands) {
  memory_release(demands->first);
  memory_release(demands->list);
  memory_release(demands);
}

struct demand demands_of_register(const struct demands *demands, const struct function *function,
                                  uint32_t number) {
  return demands->list[demands->first[function->number] + number];
}

struct demand demands_of_result(const struct demands *demands, const struct function *function,
                                uint32_t index) {
  return *result_of(demands, function, index);
}
