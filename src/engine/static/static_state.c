/* SPDX-License-Identifier: Apache-2.0 */
/* Registers and terms. */
#include "engine/static/static_state.h"

estimate static_state_register(const struct static_state *state, uint32_t number) {
  estimate value;
  return radix_get(state->registers, number, &value) ? value : ESTIMATE_NONE;
}

static void note_equal(void *context, uint32_t cell, uint32_t number) {
  struct equal_search *search = context;
  if (number != search->number)
    return;
  if (search->count == sizeof search->cells / sizeof *search->cells)
    search->is_full = true;
  else
    search->cells[search->count++] = cell;
}

struct equal_search static_state_find_equal(const struct static_state *state, uint32_t number) {
  struct equal_search search = {.number = number};
  radix_visit(state->equal, note_equal, &search);
  return search;
}

void static_state_set_register(struct analysis *analysis, struct static_state *state,
                               uint32_t number, estimate value) {
  if (number == NO_REGISTER)
    return;
  struct equal_search old = static_state_find_equal(state, number);
  for (size_t i = 0; i < old.count; i++)
    state->equal = radix_remove(analysis->arena, state->equal, old.cells[i]);
  if (old.is_full)
    state->equal = NULL;
  state->registers = radix_put(analysis->arena, state->registers, number, value);
}

static estimate value_of_constant(struct analysis *analysis, const struct term *term) {
  if (term->width == analysis->program->pointer_width) {
    int64_t offset;
    uint32_t object = space_at_address(&analysis->space, term->value, &offset);
    if (object != NO_OBJECT)
      return estimate_make(analysis->estimates, object, offset, offset, 0);
  }
  return estimate_constant(analysis->estimates, term->width, term->value);
}

estimate static_state_value(struct analysis *analysis, const struct static_state *state,
                            const struct term *term) {
  if (term->kind == TERM_CONSTANT)
    return value_of_constant(analysis, term);
  if (term->kind == TERM_VARIABLE)
    return static_state_register(state, (uint32_t)term->value);
  estimate operands[3] = {ESTIMATE_NONE, ESTIMATE_NONE, ESTIMATE_NONE};
  for (unsigned i = 0; i < term->arity; i++)
    operands[i] = static_state_value(analysis, state, term->operands[i]);
  return estimate_apply(analysis->estimates, term, operands);
}
