/* A register is settled if it is live and not defined any more: its value in a frame is the one it
 * keeps. */
#include "por/rest.h"

#include "analysis/liveness.h"
#include "program/uses.h"

struct rests {
  const struct program *program;
  const struct futures *futures;
  struct effects *effects;
  const struct liveness *liveness;
  struct rest ***all; /* per function and location; NULL: not met yet */
};

struct rests *rests_create(const struct program *program, const struct sharing *sharing,
                           const struct futures *futures, const struct liveness *liveness) {
  struct rests *rests = memory_allocate_zeroed(sizeof *rests);
  rests->program = program;
  rests->futures = futures;
  rests->liveness = liveness;
  rests->effects = effects_create(program, sharing, futures);
  rests->all = memory_allocate_zeroed((program->function_count + 1) * sizeof *rests->all);
  return rests;
}

static void destroy_rest(struct rest *rest) {
  if (!rest)
    return;
  future_draft_destroy(rest->fixed);
  vector_release(&rest->items);
  vector_release(&rest->calls);
  memory_release(rest->settled);
  memory_release(rest);
}

void rests_destroy(struct rests *rests) {
  if (!rests)
    return;
  for (uint32_t i = 0; i < rests->program->function_count; i++) {
    for (uint32_t j = 0; rests->all[i] && j < rests->program->functions[i]->location_count; j++)
      destroy_rest(rests->all[i][j]);
    memory_release(rests->all[i]);
  }
  memory_release(rests->all);
  effects_destroy(rests->effects);
  memory_release(rests);
}

struct effects *rests_effects(const struct rests *rests) {
  return rests->effects;
}

bool rest_is_settled(const struct rest *rest, const struct term *term) {
  if (term->kind == TERM_CONSTANT)
    return true;
  if (term->kind == TERM_VARIABLE)
    return rest->settled[term->value];
  for (unsigned i = 0; i < term->arity; i++)
    if (!rest_is_settled(rest, term->operands[i]))
      return false;
  return true;
}

struct rest_sink {
  struct effect_sink sink; /* first */
  struct rests *rests;
  const struct function *function;
  struct rest *rest;
};

static void add_item(struct rest *rest, const struct term *pointer, struct span span) {
  for (size_t i = 0; i < rest->items.count; i++) {
    const struct rest_item *item = &rest->items.items[i];
    if (item->pointer == pointer && item->span.low == span.low && item->span.high == span.high &&
        item->span.whole == span.whole && item->span.writes == span.writes)
      return;
  }
  struct rest_item item = {pointer, span};
  vector_push(&rest->items, item);
}

static struct span move_span(struct span span, struct base base) {
  span.whole |= !base.exact;
  span.low = span.whole ? 0 : span.low + base.offset;
  span.high = span.whole ? 0 : span.high + base.offset;
  return span;
}

static const struct term *parameter_term(const struct rests *rests, const struct function *function,
                                         uint32_t position) {
  uint32_t number = function->parameters[position];
  return term_variable(rests->program->terms, function->registers[number].width, number);
}

/* An address that is not settled: what its base tells, or else what it may point to. */
static void add_unsettled(struct rest_sink *self, const struct term *pointer, struct span span) {
  struct effects *effects = self->rests->effects;
  struct base base = effects_base(effects, self->function, pointer);
  if (base.kind == BASE_CONSTANT) {
    span.whole |= !base.exact;
    if (effects_add_constant(effects, base.offset, span, self->rest->fixed))
      return;
  }
  if (base.kind == BASE_SELF) {
    add_item(self->rest, NULL, move_span(span, base));
    return;
  }
  if (base.kind == BASE_PARAMETER &&
      self->rest->settled[self->function->parameters[base.parameter]]) {
    add_item(self->rest, parameter_term(self->rests, self->function, base.parameter),
             move_span(span, base));
    return;
  }
  effects_add_pointees(effects, self->function, pointer, span.writes, self->rest->fixed);
}

static void access_of_rest(struct effect_sink *sink, const struct term *pointer, struct span span) {
  struct rest_sink *self = (struct rest_sink *)sink;
  if (!pointer)
    add_item(self->rest, NULL, span);
  else if (pointer->kind != TERM_CONSTANT && rest_is_settled(self->rest, pointer))
    add_item(self->rest, pointer, span);
  else
    add_unsettled(self, pointer, span);
}

static void unsettle(uint32_t number, void *context) { ((bool *)context)[number] = false; }

/* Marks the locations that can be reached inside the function. */
static void find_reachable(const struct function *function, uint32_t from, bool *reachable) {
  VECTOR(uint32_t) work = {0};
  reachable[from] = true;
  vector_push(&work, from);
  while (work.count) {
    const struct location *location = &function->locations[vector_pop(&work)];
    for (uint32_t i = 0; i < location->edge_count; i++) {
      uint32_t to = function->edges[location->first_edge + i].to;
      if (to >= function->location_count || reachable[to])
        continue;
      reachable[to] = true;
      vector_push(&work, to);
    }
  }
  vector_release(&work);
}

static void find_settled(const struct rests *rests, const struct function *function,
                         uint32_t location, const bool *reachable, bool *settled) {
  struct live_registers live = liveness_at(rests->liveness, function, location);
  for (uint32_t i = 0; i < live.count; i++)
    settled[live.registers[i]] = true;
  for (uint32_t i = 0; i < function->edge_count; i++)
    if (reachable[function->edges[i].from])
      edge_visit_definitions(&function->edges[i], unsettle, settled);
}

static void add_edge(struct rests *rests, const struct function *function, struct rest *rest,
                     const struct edge *edge) {
  struct rest_sink sink = {{access_of_rest, rest->fixed}, rests, function, rest};
  if (edge->op == OPERATION_CALL && !edge->call.callee && rest_is_settled(rest, edge->call.address))
    vector_push(&rest->calls, edge);
  else
    effects_visit_edge(rests->effects, function, edge, &sink.sink);
}

static struct rest *build_rest(struct rests *rests, const struct function *function,
                               uint32_t location) {
  struct rest *rest = memory_allocate_zeroed(sizeof *rest);
  bool *reachable = memory_allocate_zeroed((function->location_count + 1) * sizeof *reachable);
  rest->settled = memory_allocate_zeroed((function->register_count + 1) * sizeof *rest->settled);
  rest->fixed = future_draft_create(rests->futures);
  find_reachable(function, location, reachable);
  find_settled(rests, function, location, reachable, rest->settled);
  struct rest_sink slots = {{access_of_rest, rest->fixed}, rests, function, rest};
  effects_visit_slots(rests->effects, function, &slots.sink);
  for (uint32_t i = 0; i < function->edge_count; i++)
    if (reachable[function->edges[i].from])
      add_edge(rests, function, rest, &function->edges[i]);
  future_draft_compact(rest->fixed);
  memory_release(reachable);
  return rest;
}

const struct rest *rest_at(struct rests *rests, const struct function *function,
                           uint32_t location) {
  struct rest ***of_function = &rests->all[function->number];
  if (!*of_function)
    *of_function = memory_allocate_zeroed(function->location_count * sizeof **of_function);
  if (!(*of_function)[location])
    (*of_function)[location] = build_rest(rests, function, location);
  return (*of_function)[location];
}
