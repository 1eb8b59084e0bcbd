/* SPDX-License-Identifier: Apache-2.0 */
/* Where a register has several definitions, the edges since the last stop say which one counts.
 * Nothing else leads from the stop to here, so that this is certain. */
#include "engine/static/ways.h"

#include "program/uses.h"

#include <string.h>

enum { MOST_LOOKS = 24, MOST_CHOICES = MOST_PARTS };

/* Does an edge use or define one of the registers that another one used? */
struct comparison_of_registers {
  const struct edge *edge;
  uint32_t number;
  bool is_found;
};

static void note_same(uint32_t number, void *context) {
  struct comparison_of_registers *search = context;
  search->is_found |= number == search->number;
}

static bool defines(const struct edge *edge, uint32_t number) {
  struct comparison_of_registers search = {edge, number, false};
  edge_visit_definitions(edge, note_same, &search);
  return search.is_found;
}

static void note_changed(uint32_t number, void *context) {
  struct comparison_of_registers *search = context;
  search->is_found |= defines(search->edge, number);
}

/* Does the edge change a register that the other one reads? */
static bool changes(const struct edge *edge, const struct edge *definition) {
  struct comparison_of_registers search = {edge, 0, false};
  edge_visit_uses(definition, note_changed, &search);
  return search.is_found;
}

uint32_t ways_add(struct analysis *analysis, const struct edge *edge, uint32_t before) {
  if (!analysis->visited.ways.count)
    vector_push(&analysis->visited.ways, (struct way_step){NULL, 0}); /* 0: the stop */
  vector_push(&analysis->visited.ways, (struct way_step){edge, before});
  return (uint32_t)analysis->visited.ways.count - 1;
}

/* Are all its registers defined once? Then they have the values that they had when a register was
 * defined by this term that is used now (analysis/definitions.h). */
static bool is_settled(const struct edge *const *definitions, const struct term *term) {
  if (term->kind == TERM_VARIABLE)
    return definitions[term->value] != NULL;
  for (unsigned i = 0; term->kind == TERM_APPLY && i < term->arity; i++)
    if (!is_settled(definitions, term->operands[i]))
      return false;
  return true;
}

const struct edge *ways_definition(struct analysis *analysis, uint32_t number,
                                   const struct edge *const *definitions) {
  uint32_t at = analysis->visited.way;
  for (unsigned i = 0; at && i < MOST_LOOKS; i++, at = analysis->visited.ways.items[at].before) {
    const struct edge *edge = analysis->visited.ways.items[at].edge;
    if (!defines(edge, number))
      continue;
    for (uint32_t later = analysis->visited.way; later != at;
         later = analysis->visited.ways.items[later].before)
      if (changes(analysis->visited.ways.items[later].edge, edge))
        return NULL;
    return changes(edge, edge) ? NULL : edge;
  }
  const struct edge *edge = definitions[number];
  const struct term *value = edge_assigned(edge, number);
  return value && is_settled(definitions, value) ? edge : NULL;
}

/* Registers of a term. */
struct named_registers {
  const struct term *list[4];
  size_t count;
};

static void find_registers(struct named_registers *found, const struct term *term) {
  if (term->kind == TERM_VARIABLE) {
    for (size_t i = 0; i < found->count; i++)
      if (found->list[i] == term)
        return;
    if (found->count < sizeof found->list / sizeof *found->list)
      found->list[found->count++] = term;
  }
  for (unsigned i = 0; term->kind == TERM_APPLY && i < term->arity; i++)
    find_registers(found, term->operands[i]);
}

/* A load whose result is compared. */
struct compared_load {
  struct analysis *analysis;
  const struct static_state *state;
  const struct edge *load;
  const struct term *comparison;
  bool holds;
};

/* Is all of it in variables that never change? */
static bool is_constant_memory(const struct analysis *analysis, estimate address) {
  size_t count;
  const struct estimate_part *parts = estimate_parts(analysis->estimates, address, &count);
  for (size_t i = 0; i < count; i++) {
    const struct space_object *object = &analysis->space.objects.items[parts[i].base];
    if (object->kind != SPACE_GLOBAL || !object->object->is_constant)
      return false;
  }
  return count > 0;
}

/* Can the comparison have come out like this if the register held the value? */
static bool is_possible(const struct compared_load *compared, uint32_t number, estimate value) {
  struct static_state state = *compared->state;
  struct analysis *analysis = compared->analysis;
  struct range range;
  state.registers = radix_put(analysis->arena, state.registers, number, value);
  estimate address = static_state_value(analysis, &state, compared->load->load.address);
  if (!is_constant_memory(analysis, address))
    return true;
  estimate loaded = static_state_load(analysis, &state, address, compared->load->load.size);
  if (loaded == ESTIMATE_NONE)
    return false; /* it is outside of the object: the access is an obligation */
  state.registers =
      radix_put(analysis->arena, state.registers, compared->load->load.target, loaded);
  estimate result = static_state_value(analysis, &state, compared->comparison);
  return !estimate_range(analysis->estimates, result, &range) ||
         (compared->holds ? range.high != 0 : range.low == 0);
}

/* Leaves the parts of the register with which it is possible. */
static estimate narrow_address(const struct compared_load *compared, uint32_t number) {
  struct estimates *estimates = compared->analysis->estimates;
  estimate value = static_state_register(compared->state, number), left = ESTIMATE_NONE;
  size_t count;
  const struct estimate_part *parts = estimate_parts(estimates, value, &count);
  struct estimate_part list[MOST_PARTS];
  if (count < 2 || count > MOST_CHOICES)
    return value;
  memcpy(list, parts, count * sizeof *list);
  for (size_t i = 0; i < count; i++) {
    estimate one = estimate_make(estimates, list[i].base, list[i].low, list[i].high, list[i].step);
    if (is_possible(compared, number, one))
      left = estimate_join(estimates, left, one);
  }
  return left;
}

/* Cuts off at one end what is not possible, in pieces that get smaller. */
static struct range cut_end(const struct compared_load *compared, uint32_t number,
                            struct range range, bool is_high) {
  struct estimates *estimates = compared->analysis->estimates;
  uint64_t piece = (uint64_t)range.high - (uint64_t)range.low;
  while (piece && range.low < range.high) {
    struct range end = range;
    if (piece > (uint64_t)range.high - (uint64_t)range.low)
      piece = (uint64_t)range.high - (uint64_t)range.low;
    if (is_high)
      end.low = (int64_t)((uint64_t)range.high - piece + 1);
    else
      end.high = (int64_t)((uint64_t)range.low + piece - 1);
    if (is_possible(compared, number, estimate_make(estimates, BASE_NUMBER, end.low, end.high, 1)))
      piece /= 2;
    else if (is_high)
      range.high = end.low - 1;
    else
      range.low = end.high + 1;
  }
  return range;
}

/* Leaves the numbers at either end with which it is possible. */
static estimate narrow_index(const struct compared_load *compared, uint32_t number) {
  struct estimates *estimates = compared->analysis->estimates;
  estimate value = static_state_register(compared->state, number);
  struct range range;
  if (!estimate_range(estimates, value, &range))
    return value;
  if (!is_possible(compared, number, value))
    return ESTIMATE_NONE;
  range = cut_end(compared, number, range, true);
  return estimate_within(estimates, value, cut_end(compared, number, range, false));
}

bool ways_narrow_addresses(struct analysis *analysis, struct static_state *state,
                           const struct edge *const *definitions, const struct term *comparison,
                           bool holds) {
  struct named_registers compared = {.count = 0};
  find_registers(&compared, comparison);
  for (size_t i = 0; i < compared.count; i++) {
    const struct edge *load =
        ways_definition(analysis, (uint32_t)compared.list[i]->value, definitions);
    struct named_registers addressed = {.count = 0};
    if (!load || load->op != OPERATION_LOAD || load->load.size * 8 != compared.list[i]->width)
      continue;
    find_registers(&addressed, load->load.address);
    for (size_t j = 0; j < addressed.count; j++) {
      uint32_t number = (uint32_t)addressed.list[j]->value;
      struct compared_load one = {analysis, state, load, comparison, holds};
      estimate left = narrow_address(&one, number);
      if (left == static_state_register(state, number))
        left = narrow_index(&one, number);
      if (left == ESTIMATE_NONE)
        return false;
      state->registers = radix_put(analysis->arena, state->registers, number, left);
    }
  }
  return true;
}
