/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of functions that stay functions, for possible.c: each is gone through once for the same
 * arguments and memory. */
#include "sequentialize/possible_inside.h"

#include <string.h>

enum { DEEPEST_CALL = 24, MOST_IN_CALL = 300 };

static const struct possible_value UNKNOWN = {0, 0};

struct possible_value possible_argument(const struct possible *p,
                                        const struct possible_state *state,
                                        const struct flat_node *node,
                                        const struct function *function, uint32_t index) {
  const struct edge *edge = node->edge;
  uint32_t positional = function->parameter_count - (function->is_variadic ? 1 : 0);
  const struct term *argument = index >= positional                 ? edge->call.variadic_area
                                : index < edge->call.argument_count ? edge->call.arguments[index]
                                                                    : NULL;
  return argument ? possible_evaluate(p, state, node->instance, argument) : UNKNOWN;
}

/* A function that is not gone through: it may do anything, as may those that it calls. */
static void lose_function(struct possible *p, uint32_t number) {
  struct possible_unit *unit = &p->units[number];
  if (unit->is_lost)
    return;
  unit->is_lost = true;
  for (size_t i = 0; i < unit->unit->nodes.count; i++) {
    const struct flat_node *node = &unit->unit->nodes.items[i];
    struct possible_place *place = &unit->places[i];
    place->is_reached = place->may_fail = place->is_unplaced = true;
    place->taken = UINT64_MAX;
    place->stored.count = POSSIBLE_ANY;
    memset(place->read, 0xff, sizeof place->read);
    memset(place->written, 0xff, sizeof place->written);
    if (node->kind == FLAT_CALL)
      lose_function(p, possible_unit_of(p, flat_function(p->s, node->function)));
  }
  for (size_t i = 0; i < unit->unit->registers.count; i++)
    unit->registers[i].count = POSSIBLE_ANY;
}

/* Goes through a function from one state. */
struct call_search {
  struct possible_sink sink; /* first */
  struct possible *p;
  uint32_t unit;
  struct possible_value self;
  struct interner *seen;
  VECTOR(struct possible_work) work;
  struct possible_outcomes found;
};

static void add_in_call(struct possible_sink *sink, struct possible_state *state, uint32_t node) {
  struct call_search *search = (struct call_search *)sink;
  struct possible *p = search->p;
  const struct flat_unit *unit = p->units[search->unit].unit;
  struct possible_work next = {.unit = search->unit, .node = node};
  next.config.registers = possible_intern(p, state->registers, unit->registers.count,
                                          unit->values.live + node * unit->values.words);
  next.config.cells = possible_intern(p, state->cells, possible_width(p), NULL);
  bool added;
  uint32_t key[3] = {node, next.config.registers, next.config.cells};
  interner_add(search->seen, key, sizeof key, &added);
  if (added)
    vector_push(&search->work, next);
}

static void end_call(struct possible_sink *sink, struct possible_state *state,
                     const struct flat_node *node) {
  struct call_search *search = (struct call_search *)sink;
  struct possible *p = search->p;
  struct possible_outcome outcome = {.result = UNKNOWN};
  if (node->kind != FLAT_END)
    return;
  if (node->edge && node->edge->op == OPERATION_RETURN && node->edge->ret.count)
    outcome.result = possible_evaluate(p, state, node->instance, node->edge->ret.values[0]);
  outcome.cells = possible_intern(p, state->cells, possible_width(p), NULL);
  for (size_t i = 0; i < search->found.list.count; i++)
    if (search->found.list.items[i].cells == outcome.cells &&
        search->found.list.items[i].result.known == outcome.result.known &&
        search->found.list.items[i].result.bits == outcome.result.bits)
      return;
  vector_push(&search->found.list, outcome);
}

static void search_call(struct call_search *search) {
  struct possible *p = search->p;
  const struct flat_unit *unit = p->units[search->unit].unit;
  struct possible_state state = {.unit = search->unit, .self = search->self};
  state.registers = memory_allocate((unit->registers.count + 1) * sizeof *state.registers);
  state.cells = memory_allocate((possible_width(p) + 1) * sizeof *state.cells);
  p->depth++;
  while (search->work.count && !search->found.is_lost && !p->is_too_much) {
    struct possible_work at = vector_pop(&search->work);
    search->found.is_lost |= interner_count(search->seen) > MOST_IN_CALL;
    possible_extract(p, at.config.registers, state.registers, unit->registers.count);
    possible_extract(p, at.config.cells, state.cells, possible_width(p));
    possible_execute(p, &state, at.node, &search->sink);
  }
  p->depth--;
  memory_release(state.registers);
  memory_release(state.cells);
}

/* The outcomes of a call with these arguments, by number. */
static uint32_t outcomes_of(struct possible *p, uint32_t number,
                            const struct possible_value *arguments, uint32_t count,
                            const struct possible_state *caller) {
  const struct flat_unit *unit = p->units[number].unit;
  struct possible_value *registers =
      memory_allocate_zeroed((unit->registers.count + 1) * sizeof *registers);
  struct possible_state state = {number, registers, caller->cells, caller->self};
  for (uint32_t i = 0; i < unit->function->parameter_count; i++)
    possible_set_register(p, &state, unit->root, unit->function->parameters[i],
                          i < count ? arguments[i] : UNKNOWN);
  uint32_t key[4] = {number, possible_intern(p, registers, unit->registers.count, NULL),
                     possible_intern(p, state.cells, possible_width(p), NULL),
                     possible_intern(p, &state.self, 1, NULL)};
  bool added;
  uint32_t call = interner_add(p->calls, key, sizeof key, &added);
  if (added && unit->function->names_variable) { /* the output has names of its own */
    vector_push(&p->outcomes, (struct possible_outcomes){.is_lost = false});
    vector_push(&p->outcomes.items[call].list, (struct possible_outcome){UNKNOWN, key[2]});
  } else if (added) {
    struct call_search search = {
        .sink = {add_in_call, end_call}, .p = p, .unit = number, .self = state.self};
    vector_push(&p->outcomes, (struct possible_outcomes){.is_lost = true}); /* if it calls itself */
    search.seen = interner_create();
    search.found.is_lost = p->depth >= DEEPEST_CALL || p->units[number].is_lost;
    add_in_call(&search.sink, &state, unit->entry);
    search_call(&search);
    p->outcomes.items[call] = search.found;
    vector_release(&search.work);
    interner_destroy(search.seen);
  }
  if (p->outcomes.items[call].is_lost)
    lose_function(p, number);
  memory_release(registers);
  return call;
}

static void forget_all(const struct possible *p, struct possible_state *state) {
  memset(state->cells, 0, p->cell_count * sizeof *state->cells);
}

void possible_call(struct possible *p, struct possible_state *state, const struct flat_node *node,
                   struct possible_sink *sink) {
  uint32_t callee = possible_unit_of(p, flat_function(p->s, node->function));
  uint32_t count = node->function->parameter_count;
  struct possible_value *arguments = memory_allocate((count + 1) * sizeof *arguments);
  for (uint32_t i = 0; i < count; i++)
    arguments[i] = possible_argument(p, state, node, node->function, i);
  uint32_t call = outcomes_of(p, callee, arguments, count, state);
  memory_release(arguments);
  if (!node->successor_count)
    return;
  uint32_t target = node->edge->call.result_count ? node->edge->call.results[0] : NO_REGISTER;
  if (p->outcomes.items[call].is_lost) {
    forget_all(p, state);
    possible_set_register(p, state, node->instance, target, UNKNOWN);
    sink->go(sink, state, node->successors[0]);
    return;
  }
  for (size_t i = 0; i < p->outcomes.items[call].list.count; i++) {
    struct possible_outcome outcome = p->outcomes.items[call].list.items[i];
    possible_extract(p, outcome.cells, state->cells, possible_width(p));
    possible_set_register(p, state, node->instance, target, outcome.result);
    sink->go(sink, state, node->successors[0]);
  }
}

unsigned possible_condition(struct possible *p, struct possible_state *state, uint32_t node) {
  const struct flat_node *at = &p->units[state->unit].unit->nodes.items[node];
  const struct edge *edge = at->edge;
  struct possible_value arguments[2] = {
      possible_evaluate(p, state, at->instance, edge->wait.object),
      possible_evaluate(p, state, at->instance, edge->wait.argument)};
  uint32_t callee = possible_unit_of(p, flat_function(p->s, edge->wait.condition));
  uint32_t call = outcomes_of(p, callee, arguments, 2, state);
  if (p->outcomes.items[call].is_lost)
    return 3;
  unsigned found = 0;
  for (size_t i = 0; i < p->outcomes.items[call].list.count; i++) {
    struct possible_value result = p->outcomes.items[call].list.items[i].result;
    found |= !result.known ? 3u : result.bits ? 2u : 1u;
  }
  return edge->wait.spurious ? found | 3 : found;
}
