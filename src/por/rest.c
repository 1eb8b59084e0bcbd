/* A register is settled if it is live and not defined any more. Waits are those at the beginning of
 * functions that the user's functions call (leads.h): how often and where a wait is passed is a
 * matter of paths, so the sets of waits passed for certain are the greatest solution of equations
 * over the locations. */
#include "por/rest.h"

#include "analysis/liveness.h"
#include "por/later.h"
#include "por/leads.h"
#include "program/uses.h"

#include <string.h>

struct rests {
  const struct program *program;
  const struct futures *futures;
  struct effects *effects;
  struct leads *leads;
  const struct liveness *liveness;
  struct rest ***all; /* per function and location; NULL: not met yet */
};

struct rests *rests_create(const struct program *program, const struct sharing *sharing,
                           const struct futures *futures, const struct liveness *liveness,
                           bool has_guards) {
  struct rests *rests = memory_allocate_zeroed(sizeof *rests);
  rests->program = program;
  rests->futures = futures;
  rests->liveness = liveness;
  rests->effects = effects_create(program, sharing, futures);
  rests->leads = has_guards ? leads_create(program, rests->effects) : NULL;
  rests->all = memory_allocate_zeroed((program->function_count + 1) * sizeof *rests->all);
  return rests;
}

static void destroy_rest(struct rest *rest) {
  if (!rest)
    return;
  for (size_t i = 0; i < rest->parts.count; i++) {
    future_draft_destroy(rest->parts.items[i].fixed);
    vector_release(&rest->parts.items[i].items);
    vector_release(&rest->parts.items[i].calls);
  }
  vector_release(&rest->parts);
  vector_release(&rest->guards);
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
  leads_destroy(rests->leads);
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
  const struct rest *rest;
  struct rest_part *part;
};

static void add_item(struct rest_part *part, const struct term *pointer, struct span span) {
  for (size_t i = 0; i < part->items.count; i++) {
    const struct rest_item *item = &part->items.items[i];
    if (item->pointer == pointer && item->span.low == span.low && item->span.high == span.high &&
        item->span.whole == span.whole && item->span.writes == span.writes)
      return;
  }
  struct rest_item item = {pointer, span};
  vector_push(&part->items, item);
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
    if (effects_add_constant(effects, base.offset, span, self->part->fixed))
      return;
  }
  if (base.kind == BASE_SELF) {
    add_item(self->part, NULL, move_span(span, base));
    return;
  }
  if (base.kind == BASE_PARAMETER &&
      self->rest->settled[self->function->parameters[base.parameter]]) {
    add_item(self->part, parameter_term(self->rests, self->function, base.parameter),
             move_span(span, base));
    return;
  }
  effects_add_pointees(effects, self->function, pointer, span.writes, self->part->fixed);
}

static void access_of_rest(struct effect_sink *sink, const struct term *pointer, struct span span) {
  struct rest_sink *self = (struct rest_sink *)sink;
  if (!pointer)
    add_item(self->part, NULL, span);
  else if (pointer->kind != TERM_CONSTANT && rest_is_settled(self->rest, pointer))
    add_item(self->part, pointer, span);
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

/* A base of the function as something that keeps its value; false: it does not. */
static bool settle_base(const struct rests *rests, const struct function *function,
                        const struct rest *rest, struct base base, struct settled *settled) {
  *settled = (struct settled){SETTLED_NUMBER, NULL, base.offset};
  if (base.kind == BASE_CONSTANT)
    return base.exact;
  if (base.kind == BASE_SELF) {
    settled->kind = SETTLED_SELF;
    return base.exact;
  }
  if (base.kind != BASE_PARAMETER || !base.exact ||
      !rest->settled[function->parameters[base.parameter]])
    return false;
  settled->kind = SETTLED_TERM;
  settled->term = parameter_term(rests, function, base.parameter);
  return true;
}

/* A base of the callee, seen from the call. */
static bool settle_argument(const struct rests *rests, const struct function *function,
                            const struct rest *rest, const struct edge *call, struct base base,
                            struct settled *settled) {
  if (base.kind != BASE_PARAMETER)
    return settle_base(rests, function, rest, base, settled);
  if (call->call.callee->is_variadic || base.parameter >= call->call.argument_count)
    return false;
  const struct term *argument = call->call.arguments[base.parameter];
  *settled = (struct settled){SETTLED_TERM, argument, base.offset};
  if (argument->width == rests->program->pointer_width && rest_is_settled(rest, argument))
    return true;
  struct base outer = effects_base(rests->effects, function, argument);
  outer.offset += base.offset;
  return settle_base(rests, function, rest, outer, settled);
}

static bool is_same(struct settled a, struct settled b) {
  return a.kind == b.kind && a.term == b.term && a.offset == b.offset;
}

/* The bit of a guard in the list of the rest; 0: there are too many. */
static uint64_t guard_bit(struct rest *rest, struct rest_guard guard) {
  for (size_t i = 0; i < rest->guards.count; i++) {
    const struct rest_guard *known = &rest->guards.items[i];
    if (known->condition == guard.condition && is_same(known->object, guard.object) &&
        is_same(known->argument, guard.argument))
      return (uint64_t)1 << i;
  }
  if (rest->guards.count == MOST_GUARDS)
    return 0;
  vector_push(&rest->guards, guard);
  return (uint64_t)1 << (rest->guards.count - 1);
}

/* The guard that a call of the user begins with, if it can be told from here. */
static uint64_t guard_of_call(struct rests *rests, const struct function *function,
                              struct rest *rest, const struct edge *edge) {
  struct lead lead;
  struct rest_guard guard;
  if (!rests->leads || function->is_library || edge->op != OPERATION_CALL || !edge->call.callee ||
      !leads_find(rests->leads, edge->call.callee, edge->call.callee->entry, &lead))
    return 0;
  guard.condition = lead.condition;
  if (!settle_argument(rests, function, rest, edge, lead.object, &guard.object) ||
      !settle_argument(rests, function, rest, edge, lead.argument, &guard.argument))
    return 0;
  return guard_bit(rest, guard);
}

/* The guards passed on every path from `start` to each location, in `passed`, and those that edges
 * begin with. */
static void find_passed(struct rests *rests, const struct function *function, struct rest *rest,
                        uint32_t start, const bool *reachable, uint64_t *passed,
                        uint64_t *begins_with) {
  for (uint32_t i = 0; i < function->edge_count; i++)
    if (reachable[function->edges[i].from])
      begins_with[i] = guard_of_call(rests, function, rest, &function->edges[i]);
  memset(passed, 0xff, function->location_count * sizeof *passed);
  passed[start] = 0;
  for (bool changed = true; changed && rest->guards.count;) {
    changed = false;
    for (uint32_t i = 0; i < function->edge_count; i++) {
      const struct edge *edge = &function->edges[i];
      if (!reachable[edge->from] || edge->to >= function->location_count)
        continue;
      uint64_t before = passed[edge->to];
      passed[edge->to] &= passed[edge->from] | begins_with[i];
      changed |= passed[edge->to] != before;
    }
  }
}

static struct rest_part *part_with(const struct rests *rests, struct rest *rest, uint64_t guards) {
  if (rest->guards.count < MOST_GUARDS)
    guards &= ((uint64_t)1 << rest->guards.count) - 1;
  for (size_t i = 0; i < rest->parts.count; i++)
    if (rest->parts.items[i].guards == guards)
      return &rest->parts.items[i];
  struct rest_part part = {.guards = guards, .fixed = future_draft_create(rests->futures)};
  vector_push(&rest->parts, part);
  return &vector_last(&rest->parts);
}

static void add_edge(struct rests *rests, const struct function *function, struct rest *rest,
                     const struct edge *edge, struct rest_part *part) {
  struct rest_sink sink = {{access_of_rest, part->fixed}, rests, function, rest, part};
  if (edge->op == OPERATION_CALL && !edge->call.callee && rest_is_settled(rest, edge->call.address))
    vector_push(&part->calls, edge);
  else
    effects_visit_edge(rests->effects, function, edge, &sink.sink);
}

static void find_lead(struct rests *rests, const struct function *function, uint32_t location,
                      struct rest *rest) {
  struct lead lead;
  rest->has_lead = rests->leads && leads_find(rests->leads, function, location, &lead) &&
                   settle_base(rests, function, rest, lead.object, &rest->lead.object) &&
                   settle_base(rests, function, rest, lead.argument, &rest->lead.argument);
  if (rest->has_lead)
    rest->lead.condition = lead.condition;
}

static struct rest *build_rest(struct rests *rests, const struct function *function,
                               uint32_t location) {
  struct rest *rest = memory_allocate_zeroed(sizeof *rest);
  bool *reachable = memory_allocate_zeroed((function->location_count + 1) * sizeof *reachable);
  uint64_t *passed = memory_allocate_zeroed((function->location_count + 1) * sizeof *passed);
  uint64_t *begins_with = memory_allocate_zeroed((function->edge_count + 1) * sizeof *begins_with);
  rest->settled = memory_allocate_zeroed((function->register_count + 1) * sizeof *rest->settled);
  find_reachable(function, location, reachable);
  find_settled(rests, function, location, reachable, rest->settled);
  find_passed(rests, function, rest, location, reachable, passed, begins_with);
  struct rest_part *first = part_with(rests, rest, 0);
  struct rest_sink slots = {{access_of_rest, first->fixed}, rests, function, rest, first};
  effects_visit_slots(rests->effects, function, &slots.sink);
  for (uint32_t i = 0; i < function->edge_count; i++) {
    const struct edge *edge = &function->edges[i];
    if (reachable[edge->from])
      add_edge(rests, function, rest, edge,
               part_with(rests, rest, passed[edge->from] | begins_with[i]));
  }
  for (size_t i = 0; i < rest->parts.count; i++)
    future_draft_compact(rest->parts.items[i].fixed);
  find_lead(rests, function, location, rest);
  memory_release(reachable);
  memory_release(passed);
  memory_release(begins_with);
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
