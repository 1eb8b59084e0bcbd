/* SPDX-License-Identifier: Apache-2.0 */
/* A register is settled if it is live and not defined any more: its value in a frame is the one it
 * keeps. */
#include "por/future_summary.h"

#include "analysis/liveness.h"
#include "program/uses.h"

struct future_summaries {
  const struct program *program;
  const struct futures *futures;
  struct effects *effects;
  const struct liveness *liveness;
  struct future_summary ***all; /* per function and location; NULL: not met yet */
};

struct future_summaries *future_summaries_create(const struct program *program,
                                                 const struct sharing *sharing,
                                                 const struct futures *futures,
                                                 const struct liveness *liveness) {
  struct future_summaries *summaries = memory_allocate_zeroed(sizeof *summaries);
  summaries->program = program;
  summaries->futures = futures;
  summaries->liveness = liveness;
  summaries->effects = effects_create(program, sharing, futures);
  summaries->all = memory_allocate_zeroed((program->function_count + 1) * sizeof *summaries->all);
  return summaries;
}

static void destroy_summary(struct future_summary *summary) {
  if (!summary)
    return;
  future_draft_destroy(summary->fixed);
  vector_release(&summary->items);
  vector_release(&summary->calls);
  memory_release(summary->settled);
  memory_release(summary);
}

void future_summaries_destroy(struct future_summaries *summaries) {
  if (!summaries)
    return;
  for (uint32_t i = 0; i < summaries->program->function_count; i++) {
    for (uint32_t j = 0; summaries->all[i] && j < summaries->program->functions[i]->location_count;
         j++)
      destroy_summary(summaries->all[i][j]);
    memory_release(summaries->all[i]);
  }
  memory_release(summaries->all);
  effects_destroy(summaries->effects);
  memory_release(summaries);
}

struct effects *future_summaries_effects(const struct future_summaries *summaries) {
  return summaries->effects;
}

bool future_summary_keeps(const struct future_summary *summary, const struct term *term) {
  if (term->kind == TERM_CONSTANT)
    return true;
  if (term->kind == TERM_VARIABLE)
    return summary->settled[term->value];
  for (unsigned i = 0; i < term->arity; i++)
    if (!future_summary_keeps(summary, term->operands[i]))
      return false;
  return true;
}

struct future_sink {
  struct effect_sink sink; /* first */
  struct future_summaries *summaries;
  const struct function *function;
  struct future_summary *summary;
};

static void add_item(struct future_summary *summary, const struct term *pointer, struct span span) {
  for (size_t i = 0; i < summary->items.count; i++) {
    const struct future_item *item = &summary->items.items[i];
    if (item->pointer == pointer && item->span.low == span.low && item->span.high == span.high &&
        item->span.whole == span.whole && item->span.writes == span.writes)
      return;
  }
  struct future_item item = {pointer, span};
  vector_push(&summary->items, item);
}

static struct span move_span(struct span span, struct base base) {
  span.whole |= !base.exact;
  span.low = span.whole ? 0 : span.low + base.offset;
  span.high = span.whole ? 0 : span.high + base.offset;
  return span;
}

static const struct term *parameter_term(const struct future_summaries *summaries,
                                         const struct function *function, uint32_t position) {
  uint32_t number = function->parameters[position];
  return term_variable(summaries->program->terms, function->registers[number].width, number);
}

/* An address that is not settled: what its base tells, or else what it may point to. */
static void add_unsettled(struct future_sink *self, const struct term *pointer, struct span span) {
  struct effects *effects = self->summaries->effects;
  struct base base = effects_base(effects, self->function, pointer);
  if (base.kind == BASE_CONSTANT) {
    span.whole |= !base.exact;
    if (effects_add_constant(effects, base.offset, span, self->summary->fixed))
      return;
  }
  if (base.kind == BASE_SELF) {
    add_item(self->summary, NULL, move_span(span, base));
    return;
  }
  if (base.kind == BASE_PARAMETER &&
      self->summary->settled[self->function->parameters[base.parameter]]) {
    add_item(self->summary, parameter_term(self->summaries, self->function, base.parameter),
             move_span(span, base));
    return;
  }
  effects_add_pointees(effects, self->function, pointer, span.writes, self->summary->fixed);
}

static void access_of_summary(struct effect_sink *sink, const struct term *pointer,
                              struct span span) {
  struct future_sink *self = (struct future_sink *)sink;
  if (!pointer)
    add_item(self->summary, NULL, span);
  else if (pointer->kind != TERM_CONSTANT && future_summary_keeps(self->summary, pointer))
    add_item(self->summary, pointer, span);
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

static void find_settled(const struct future_summaries *summaries, const struct function *function,
                         uint32_t location, const bool *reachable, bool *settled) {
  struct live_registers live = liveness_at(summaries->liveness, function, location);
  for (uint32_t i = 0; i < live.count; i++)
    settled[live.registers[i]] = true;
  for (uint32_t i = 0; i < function->edge_count; i++)
    if (reachable[function->edges[i].from])
      edge_visit_definitions(&function->edges[i], unsettle, settled);
}

static void add_edge(struct future_summaries *summaries, const struct function *function,
                     struct future_summary *summary, const struct edge *edge) {
  struct future_sink sink = {{access_of_summary, summary->fixed}, summaries, function, summary};
  if (edge->op == OPERATION_CALL && !edge->call.callee &&
      future_summary_keeps(summary, edge->call.address))
    vector_push(&summary->calls, edge);
  else
    effects_visit_edge(summaries->effects, function, edge, &sink.sink);
}

static struct future_summary *build_summary(struct future_summaries *summaries,
                                            const struct function *function, uint32_t location) {
  struct future_summary *summary = memory_allocate_zeroed(sizeof *summary);
  bool *reachable = memory_allocate_zeroed((function->location_count + 1) * sizeof *reachable);
  summary->settled =
      memory_allocate_zeroed((function->register_count + 1) * sizeof *summary->settled);
  summary->fixed = future_draft_create(summaries->futures);
  find_reachable(function, location, reachable);
  find_settled(summaries, function, location, reachable, summary->settled);
  struct future_sink slots = {{access_of_summary, summary->fixed}, summaries, function, summary};
  effects_visit_slots(summaries->effects, function, &slots.sink);
  for (uint32_t i = 0; i < function->edge_count; i++)
    if (reachable[function->edges[i].from])
      add_edge(summaries, function, summary, &function->edges[i]);
  future_draft_compact(summary->fixed);
  memory_release(reachable);
  return summary;
}

const struct future_summary *future_summary_at(struct future_summaries *summaries,
                                               const struct function *function, uint32_t location) {
  struct future_summary ***of_function = &summaries->all[function->number];
  if (!*of_function)
    *of_function = memory_allocate_zeroed(function->location_count * sizeof **of_function);
  if (!(*of_function)[location])
    (*of_function)[location] = build_summary(summaries, function, location);
  return (*of_function)[location];
}
