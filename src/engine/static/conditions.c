/* SPDX-License-Identifier: Apache-2.0 */
/* Conditions that hold: what they leave of the values that they compare. */
#include "engine/static/ways.h"
#include "program/uses.h"

/* A register holds less than it did, and so do the cells that it was loaded from. False: nothing.
 */
static bool narrow(struct analysis *analysis, struct static_state *state, uint32_t number,
                   estimate value) {
  if (value == ESTIMATE_NONE)
    return false;
  if (value == static_state_register(state, number))
    return true;
  struct equal_search equal = static_state_find_equal(state, number);
  for (size_t i = 0; i < equal.count; i++)
    state->memory = radix_put(analysis->arena, state->memory, equal.cells[i], value);
  state->registers = radix_put(analysis->arena, state->registers, number, value);
  return true;
}

/* The variables of a condition. */
struct mentioned {
  const struct term *list[8];
  size_t count;
};

static void find_variables(struct mentioned *variables, const struct term *term) {
  if (term->kind == TERM_VARIABLE) {
    for (size_t i = 0; i < variables->count; i++)
      if (variables->list[i] == term)
        return;
    if (variables->count < sizeof variables->list / sizeof *variables->list)
      variables->list[variables->count++] = term;
  }
  for (unsigned i = 0; term->kind == TERM_APPLY && i < term->arity; i++)
    find_variables(variables, term->operands[i]);
}

/* Narrows the numbers that a comparison compares. */
static bool narrow_numbers(struct analysis *analysis, struct static_state *state,
                           const struct term *comparison, bool holds) {
  struct mentioned variables = {.count = 0};
  struct ranges *ranges = ranges_create();
  const struct term *assumed =
      holds ? comparison : term_apply(analysis->program->terms, OP_NOT, comparison, NULL, NULL);
  bool is_possible = true;
  find_variables(&variables, comparison);
  for (size_t i = 0; i < variables.count; i++) {
    struct range range;
    if (estimate_range(analysis->estimates,
                       static_state_register(state, (uint32_t)variables.list[i]->value), &range))
      ranges_set(ranges, variables.list[i], range);
  }
  for (size_t i = 0; i < variables.count && is_possible; i++) {
    uint32_t number = (uint32_t)variables.list[i]->value;
    struct range before, range;
    estimate value = static_state_register(state, number);
    if (!estimate_range(analysis->estimates, value, &before))
      continue;
    range = ranges_under(ranges, assumed, variables.list[i]);
    is_possible =
        narrow(analysis, state, number, estimate_within(analysis->estimates, value, range));
  }
  ranges_destroy(ranges);
  return is_possible;
}

/* Without the one number that it is not. */
static estimate exclude(struct analysis *analysis, estimate value, estimate other) {
  struct range not, range;
  if (!estimate_range(analysis->estimates, other, &not ) || not .low != not .high)
    return value;
  if (!not .low)
    return estimate_without_zero(analysis->estimates, value);
  size_t count;
  const struct estimate_part *parts = estimate_parts(analysis->estimates, value, &count);
  if (!count || parts->base != BASE_NUMBER)
    return value;
  range = (struct range){parts->low, parts->high};
  if (range.low == not .low && range.high == not .low)
    return estimate_without(analysis->estimates, value, BASE_NUMBER);
  if (range.low == not .low)
    range.low = parts->step ? range.low + (int64_t)parts->step : range.low;
  else if (range.high == not .low)
    range.high = parts->step ? range.high - (int64_t)parts->step : range.high;
  return estimate_within(analysis->estimates, value, range);
}

/* The register of a term that has its value, perhaps wider. */
static bool find_register(const struct term *term, uint32_t *number) {
  while (term->kind == TERM_APPLY && (term->op == OP_ZEXT || term->op == OP_SEXT))
    term = term->operands[0];
  *number = (uint32_t)term->value;
  return term->kind == TERM_VARIABLE;
}

static bool narrow_equal(struct analysis *analysis, struct static_state *state,
                         const struct term *comparison, bool holds) {
  estimate values[2];
  for (unsigned i = 0; i < 2; i++)
    values[i] = static_state_value(analysis, state, comparison->operands[i]);
  for (unsigned i = 0; i < 2; i++) {
    uint32_t number;
    estimate other = values[1 - i];
    if (!find_register(comparison->operands[i], &number))
      continue;
    estimate value = static_state_register(state, number);
    value =
        holds ? estimate_meet(analysis->estimates, value, other) : exclude(analysis, value, other);
    if (!narrow(analysis, state, number, value))
      return false;
  }
  return true;
}

/* `0 < x` of unsigned numbers, or not `x <= 0`: x is not 0. Its bounds need not tell. */
static bool narrow_above_zero(struct analysis *analysis, struct static_state *state,
                              const struct term *comparison, bool holds) {
  bool is_below = comparison->op == OP_ULT && holds,
       is_not_above = comparison->op == OP_ULE && !holds;
  uint32_t number;
  if (!is_below && !is_not_above)
    return true;
  const struct term *zero = comparison->operands[is_below ? 0 : 1];
  if (zero->kind != TERM_CONSTANT || zero->value ||
      !find_register(comparison->operands[is_below ? 1 : 0], &number))
    return true;
  estimate value = static_state_register(state, number);
  return narrow(analysis, state, number, estimate_without_zero(analysis->estimates, value));
}

static bool is_compared(const struct term *condition) {
  return condition->kind == TERM_APPLY && operator_is_comparison((enum operator)condition->op) &&
         !operator_is_float((enum operator)condition->op);
}

enum { MOST_EXPANSIONS = 4 };

static bool assume(struct analysis *analysis, struct static_state *state,
                   const struct edge *const *definitions, const struct term *condition, bool holds,
                   unsigned depth) {
  struct range range = {0, 1};
  estimate value = static_state_value(analysis, state, condition);
  if (value == ESTIMATE_NONE)
    return false;
  estimate_range(analysis->estimates, value, &range);
  if (holds ? !range.high : range.low == 1)
    return false;
  if (condition->kind == TERM_APPLY && condition->op == OP_NOT)
    return assume(analysis, state, definitions, condition->operands[0], !holds, depth);
  if (condition->kind == TERM_APPLY && condition->op == (holds ? OP_AND : OP_OR))
    return assume(analysis, state, definitions, condition->operands[0], holds, depth) &&
           assume(analysis, state, definitions, condition->operands[1], holds, depth);
  if (is_compared(condition))
    return (condition->op != OP_EQ || narrow_equal(analysis, state, condition, holds)) &&
           narrow_numbers(analysis, state, condition, holds) &&
           narrow_above_zero(analysis, state, condition, holds) &&
           ways_narrow_addresses(analysis, state, definitions, condition, holds);
  if (condition->kind != TERM_VARIABLE)
    return true;
  uint32_t number = (uint32_t)condition->value;
  struct range known = {holds, holds};
  if (!narrow(analysis, state, number, estimate_within(analysis->estimates, value, known)))
    return false;
  const struct edge *definition = depth ? ways_definition(analysis, number, definitions) : NULL;
  const struct term *assigned = edge_assigned(definition, number);
  return !assigned || assume(analysis, state, definitions, assigned, holds, depth - 1);
}

bool static_state_assume(struct analysis *analysis, struct static_state *state,
                         const struct function *function, const struct term *condition,
                         bool holds) {
  return assume(analysis, state, analysis_definitions(analysis, function), condition, holds,
                MOST_EXPANSIONS);
}
