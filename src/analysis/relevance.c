/* SPDX-License-Identifier: Apache-2.0 */
/* For each register that is asked for: the registers of its function that it is copied to, and all
 * terms that contain one of these. */
#include "analysis/relevance.h"

#include "base/memory.h"
#include "base/number.h"
#include "program/uses.h"
#include "term/walk.h"

#include <stdlib.h>
#include <string.h>

enum { LARGEST_MODULUS = 256 };

struct known_uses {
  bool is_known, is_being_found;
  struct relevant_uses uses;
};

struct relevance_table {
  const struct program *program;
  struct known_uses **known; /* by function and register; NULL: none was asked for */
  bool has_thread_results;
};

/* The uses of one register. */
struct use_search {
  struct relevance_table *relevance;
  const struct function *function;
  struct relevant_uses *uses;
  bool *has_value; /* by register: may it have the value? */
  bool changed;
};

static void add_cut(struct relevant_uses *uses, uint64_t at) {
  for (size_t i = 0; i < uses->cuts.count; i++)
    if (uses->cuts.items[i] == at)
      return;
  vector_push(&uses->cuts, at);
}

static void add_modulus(struct relevant_uses *uses, uint64_t modulus) {
  if (modulus == 0 || modulus > LARGEST_MODULUS) {
    uses->is_wide = true;
    return;
  }
  uses->modulus *= modulus / number_divisor(uses->modulus, modulus);
  uses->is_wide |= uses->modulus > LARGEST_MODULUS;
  if (uses->is_wide)
    uses->modulus = 1;
}

void relevance_add(struct relevant_uses *uses, const struct relevant_uses *others) {
  uses->is_wide |= others->is_wide;
  add_modulus(uses, others->modulus);
  for (size_t i = 0; i < others->cuts.count; i++)
    add_cut(uses, others->cuts.items[i]);
}

void relevance_release(struct relevant_uses *uses) { vector_release(&uses->cuts); }

static bool is_value(const struct use_search *search, const struct term *term) {
  return term->kind == TERM_VARIABLE && search->has_value[term->value];
}

/* If the term is the value itself, possibly extended to more bits: the value; else NULL. */
static const struct term *value_in(const struct use_search *search, const struct term *term) {
  bool is_extended = term->kind == TERM_APPLY && (term->op == OP_ZEXT || term->op == OP_SEXT);
  const struct term *inner = is_extended ? term->operands[0] : term;
  return is_value(search, inner) ? inner : NULL;
}

static void cut_at_sign(struct relevant_uses *uses, unsigned width) {
  add_cut(uses, UINT64_C(1) << (width - 1));
}

/* Notes a comparison with a constant. Its result is the same for all values on one side of the
 * constant and, if it is signed, on one side of zero. */
static bool note_comparison(struct use_search *search, const struct term *term) {
  enum operator op = term->op;
  if (op != OP_EQ && op != OP_ULT && op != OP_ULE && op != OP_SLT && op != OP_SLE)
    return false;
  bool is_first = term_is_constant(term->operands[1]);
  const struct term *side = term->operands[!is_first], *other = term->operands[is_first];
  const struct term *value = value_in(search, side);
  if (!value || !term_is_constant(other))
    return false;
  bool is_strict = op == OP_ULT || op == OP_SLT, is_extended = value != side;
  uint64_t mask = width_mask(value->width);
  if (op == OP_EQ || is_extended || is_strict == is_first)
    add_cut(search->uses, other->value & mask);
  if (op == OP_EQ || is_extended || is_strict != is_first)
    add_cut(search->uses, (other->value + 1) & mask);
  if (op == OP_SLT || op == OP_SLE || is_extended)
    cut_at_sign(search->uses, value->width);
  return true;
}

static uint64_t next_power(uint64_t number) {
  uint64_t power = 1;
  while (power <= number && power <= LARGEST_MODULUS)
    power *= 2;
  return power;
}

/* Remainders, and the lowest bits. Values that follow one another have remainders that do, but for
 * those of numbers with different signs. */
static bool note_remainder(struct use_search *search, const struct term *term) {
  enum operator op = term->op;
  if (op != OP_UREM && op != OP_SREM && op != OP_AND && op != OP_EXTRACT)
    return false;
  const struct term *value = value_in(search, term->operands[0]);
  if (!value || (op != OP_EXTRACT && !term_is_constant(term->operands[1])))
    return false;
  unsigned bits = op == OP_EXTRACT ? term->low + term->width : 0;
  uint64_t by = op == OP_EXTRACT ? (bits < 9 ? UINT64_C(1) << bits : 0) : term->operands[1]->value;
  if (op == OP_AND)
    by = next_power(by);
  if (op == OP_SREM && width_signed(by, term->width) < 0)
    by = (0 - by) & width_mask(term->width);
  if (op == OP_SREM || (op == OP_UREM && value != term->operands[0]))
    cut_at_sign(search->uses, value->width);
  add_modulus(search->uses, by);
  return true;
}

static void note_term(const struct term *term, void *context) {
  struct use_search *search = context;
  if (is_value(search, term)) {
    search->uses->is_wide = true;
    return;
  }
  if (term->kind != TERM_APPLY || note_comparison(search, term) || note_remainder(search, term))
    return;
  for (unsigned i = 0; i < term->arity; i++)
    note_term(term->operands[i], search);
}

/* Notes that the register gets the value, too. */
static void note_copy(struct use_search *search, uint32_t target, const struct term *value) {
  if (target == NO_REGISTER || search->has_value[target])
    return;
  search->uses->is_wide |= search->function->registers[target].width != value->width;
  search->has_value[target] = search->changed = true;
}

static void note_assignments(struct use_search *search, const struct edge *edge) {
  for (uint32_t i = 0; i < edge->assign.count; i++) {
    const struct assignment *assignment = &edge->assign.list[i];
    if (is_value(search, assignment->value))
      note_copy(search, assignment->target, assignment->value);
    else
      note_term(assignment->value, search);
  }
}

static void note_argument(struct use_search *search, const struct edge *edge, uint32_t number) {
  const struct function *callee = edge->call.callee;
  const struct term *argument = edge->call.arguments[number];
  if (!is_value(search, argument) || !callee || !callee->locations || callee->is_variadic ||
      edge->call.argument_count != callee->parameter_count ||
      callee->registers[callee->parameters[number]].width != argument->width) {
    note_term(argument, search);
    return;
  }
  const struct relevant_uses *inside =
      relevance_uses(search->relevance, callee, callee->parameters[number]);
  relevance_add(search->uses, inside);
  for (uint32_t i = 0; inside->is_returned && i < edge->call.result_count; i++)
    note_copy(search, edge->call.results[i], argument);
}

static void note_call(struct use_search *search, const struct edge *edge) {
  for (uint32_t i = 0; i < edge->call.argument_count; i++)
    note_argument(search, edge, i);
  if (edge->call.address)
    note_term(edge->call.address, search);
  if (edge->call.variadic_area)
    note_term(edge->call.variadic_area, search);
}

static void note_return(struct use_search *search, const struct edge *edge) {
  for (uint32_t i = 0; i < edge->ret.count; i++) {
    if (!is_value(search, edge->ret.values[i]))
      note_term(edge->ret.values[i], search);
    else if (edge->ret.count == 1)
      search->uses->is_returned = true;
    else
      search->uses->is_wide = true;
  }
}

static void note_edge(struct use_search *search, const struct edge *edge) {
  if (edge->op == OPERATION_ASSIGN)
    note_assignments(search, edge);
  else if (edge->op == OPERATION_CALL)
    note_call(search, edge);
  else if (edge->op == OPERATION_RETURN)
    note_return(search, edge);
  else if (edge->op != OPERATION_ASSUME || !term_is_false(edge->assume.condition))
    edge_visit_terms(edge, note_term, search);
}

static void find_uses(struct relevance_table *relevance, const struct function *function,
                      uint32_t reg, struct relevant_uses *uses) {
  struct use_search search = {relevance, function, uses,
                              memory_allocate_zeroed(function->register_count + 1), true};
  search.has_value[reg] = true;
  while (search.changed && !uses->is_wide) {
    search.changed = false;
    for (uint32_t i = 0; i < function->edge_count && !uses->is_wide; i++)
      note_edge(&search, &function->edges[i]);
  }
  memory_release(search.has_value);
}

/* A register whose uses are just being found is that of a recursive function. */
const struct relevant_uses *relevance_uses(struct relevance_table *relevance,
                                           const struct function *function, uint32_t reg) {
  static const struct relevant_uses anything = {.is_wide = true, .modulus = 1};
  struct known_uses **all = &relevance->known[function->number];
  if (!*all)
    *all = memory_allocate_zeroed((function->register_count + 1) * sizeof **all);
  struct known_uses *known = &(*all)[reg];
  if (known->is_being_found)
    return &anything;
  if (!known->is_known) {
    known->is_being_found = true;
    known->uses.modulus = 1;
    find_uses(relevance, function, reg, &known->uses);
    known->is_being_found = false;
    known->is_known = true;
  }
  return &known->uses;
}

static const struct cut_points *sorted(struct cut_points *cuts) {
  for (size_t i = 1; i < cuts->count; i++)
    for (size_t j = i; j > 0 && cuts->items[j] < cuts->items[j - 1]; j--) {
      uint64_t kept = cuts->items[j];
      cuts->items[j] = cuts->items[j - 1];
      cuts->items[j - 1] = kept;
    }
  return cuts;
}

bool relevance_list(const struct relevant_uses *uses, unsigned width, size_t most, uint64_t *values,
                    size_t *count) {
  struct relevant_uses copy = {.modulus = 1};
  bool fits = !uses->is_wide;
  *count = 0;
  relevance_add(&copy, uses);
  add_cut(&copy, 0);
  const struct cut_points *cuts = sorted(&copy.cuts);
  for (size_t i = 0; i < cuts->count && fits; i++) {
    uint64_t first = cuts->items[i];
    uint64_t last = i + 1 < cuts->count ? cuts->items[i + 1] - 1 : width_mask(width);
    uint64_t members = last - first < copy.modulus ? last - first + 1 : copy.modulus;
    fits = members <= most - *count;
    for (uint64_t j = 0; j < members && fits; j++)
      values[(*count)++] = first + j;
  }
  relevance_release(&copy);
  return fits;
}

/* Functions that store the result of a thread through their second argument, unless it is NULL. */
static bool gives_result(const struct function *function) {
  return function->effect == EFFECT_JOINS || function->effect == EFFECT_TRIES_JOIN;
}

static bool is_result_address(const struct term *part, void *context) {
  const struct relevance_table *relevance = context;
  bool found = false;
  for (uint32_t i = 0; term_is_constant(part) && i < relevance->program->function_count; i++) {
    const struct function *function = relevance->program->functions[i];
    found |= part->value && function->address == part->value && gives_result(function);
  }
  return found;
}

static void look_for_address(const struct term *term, void *context) {
  struct relevance_table *relevance = context;
  relevance->has_thread_results |= term_any(term, is_result_address, relevance);
}

/* Looks for addresses of such functions in the initial contents of variables: code may call the
 * functions from there. */
static void look_into_variables(struct relevance_table *relevance) {
  const struct program *program = relevance->program;
  unsigned size = program->pointer_width / 8;
  for (uint32_t i = 0; i < program->object_count; i++) {
    const struct object *object = &program->objects[i];
    for (uint64_t at = 0; object->bytes && at + size <= object->size; at++) {
      uint64_t number = 0;
      memcpy(&number, object->bytes + at, size);
      const struct object *target = number ? program_find_object(program, number) : NULL;
      relevance->has_thread_results |= target && target->function && gives_result(target->function);
    }
  }
}

static void look_for_results(struct relevance_table *relevance, const struct edge *edge) {
  edge_visit_terms(edge, look_for_address, relevance);
  if (edge->op != OPERATION_CALL || !edge->call.callee || !gives_result(edge->call.callee))
    return;
  const struct term *target =
      edge->call.argument_count > 1 ? edge->call.arguments[1] : edge->call.address;
  relevance->has_thread_results |= !target || !term_is_constant(target) || target->value;
}

struct relevance_table *relevance_create(const struct program *program) {
  struct relevance_table *relevance = memory_allocate_zeroed(sizeof *relevance);
  relevance->program = program;
  relevance->known =
      memory_allocate_zeroed((program->function_count + 1) * sizeof(struct known_uses *));
  for (uint32_t i = 0; i < program->function_count; i++)
    for (uint32_t j = 0; j < program->functions[i]->edge_count; j++)
      if (!program->functions[i]->is_library)
        look_for_results(relevance, &program->functions[i]->edges[j]);
  look_into_variables(relevance);
  return relevance;
}

void relevance_destroy(struct relevance_table *relevance) {
  if (!relevance)
    return;
  for (uint32_t i = 0; i < relevance->program->function_count; i++) {
    struct known_uses *known = relevance->known[i];
    for (uint32_t j = 0; known && j < relevance->program->functions[i]->register_count; j++)
      relevance_release(&known[j].uses);
    memory_release(known);
  }
  memory_release(relevance->known);
  memory_release(relevance);
}

bool relevance_has_thread_results(const struct relevance_table *relevance) {
  return relevance->has_thread_results;
}
