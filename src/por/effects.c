/* SPDX-License-Identifier: Apache-2.0 */
/* Computes summaries of all functions to a fixed point. The bases of registers come from a pass
 * over assignments: a register that is always the same parameter, constant or record plus an offset
 * has that base. Otherwise the points-to set of the term is used. The result is a claim that the
 * search checks (por.c), since an access may leave its object. */
#include "por/effects.h"

#include "base/bits.h"
#include "base/vector.h"
#include "program/access.h"
#include "program/uses.h"

#include <string.h>

enum { MANY_SPANS = 24, MANY_CALLEES = 64 };
#define SELF UINT32_MAX

/* Relative to a parameter, or to the running thread's record. */
struct relative {
  uint32_t base;
  struct span span;
};

struct summary {
  struct base *bases; /* per register; NULL: not yet known */
  struct future_draft *fixed;
  VECTOR(struct relative) relative;
  uint32_t number; /* of `fixed` when it was last computed */
};

struct effects {
  const struct program *program;
  const struct sharing *sharing;
  struct futures *drafts; /* numbers for comparing fixed parts */
  struct summary *summaries;
  uint64_t *scratch;
  bool has_setjmp;
};

static const struct span nothing = {0, 0, false, false};

static bool points_nowhere(struct effects *effects, const struct function *function,
                           const struct term *term) {
  size_t words = future_draft_words(effects->summaries[function->number].fixed);
  bits_clear(effects->scratch, words);
  sharing_add_pointees(effects->sharing, function, term, effects->scratch);
  return bits_is_empty(effects->scratch, words);
}

static struct base moved(struct base base, const struct term *distance, bool subtract) {
  if (distance->kind == TERM_CONSTANT)
    base.offset += subtract ? -distance->value : distance->value;
  else
    base.exact = false;
  return base;
}

struct base effects_base(struct effects *effects, const struct function *function,
                         const struct term *term) {
  const struct base other = {.kind = BASE_OTHER};
  if (term->width != effects->program->pointer_width)
    return other;
  if (term->kind == TERM_CONSTANT)
    return (struct base){BASE_CONSTANT, true, 0, term->value};
  if (term->kind == TERM_VARIABLE)
    return effects->summaries[function->number].bases[term->value];
  if (term->op != OP_ADD && term->op != OP_SUB)
    return other;
  const struct term *first = term->operands[0], *second = term->operands[1];
  if (points_nowhere(effects, function, second))
    return moved(effects_base(effects, function, first), second, term->op == OP_SUB);
  if (term->op == OP_ADD && points_nowhere(effects, function, first))
    return moved(effects_base(effects, function, second), first, false);
  return other;
}

static struct base join_bases(struct base a, struct base b) {
  if (a.kind == BASE_UNSET)
    return b;
  if (b.kind == BASE_UNSET)
    return a;
  if (a.kind != b.kind || a.parameter != b.parameter)
    return (struct base){.kind = BASE_OTHER};
  if (a.exact && b.exact && a.offset == b.offset)
    return a;
  /* Two addresses in different objects have no base in common: offsets stay within an object. */
  if (a.kind == BASE_CONSTANT && a.offset != b.offset)
    return (struct base){.kind = BASE_OTHER};
  a.exact = false;
  return a;
}

static bool join_base(struct base *into, struct base more) {
  struct base joined = join_bases(*into, more);
  bool changed = joined.kind != into->kind || joined.exact != into->exact;
  *into = joined;
  return changed;
}

static void define(uint32_t number, void *context) {
  struct base *bases = context;
  bases[number] = (struct base){.kind = BASE_OTHER};
}

static bool assign_bases(struct effects *effects, const struct function *function,
                         const struct edge *edge) {
  struct base *bases = effects->summaries[function->number].bases;
  bool changed = false;
  for (uint32_t i = 0; i < edge->assign.count; i++)
    changed |= join_base(&bases[edge->assign.list[i].target],
                         effects_base(effects, function, edge->assign.list[i].value));
  return changed;
}

static void find_bases(struct effects *effects, const struct function *function) {
  struct summary *summary = &effects->summaries[function->number];
  summary->bases = memory_allocate_zeroed((function->register_count + 1) * sizeof(struct base));
  for (uint32_t i = 0; i < function->parameter_count; i++)
    summary->bases[function->parameters[i]] = (struct base){BASE_PARAMETER, true, i, 0};
  for (uint32_t i = 0; i < function->edge_count; i++) {
    const struct edge *edge = &function->edges[i];
    if (edge->op == OPERATION_SELF && edge->get.target != NO_REGISTER)
      summary->bases[edge->get.target] = (struct base){BASE_SELF, true, 0, 0};
    else if (edge->op != OPERATION_ASSIGN)
      edge_visit_definitions(edge, define, summary->bases);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < function->edge_count; i++)
      if (function->edges[i].op == OPERATION_ASSIGN)
        changed |= assign_bases(effects, function, &function->edges[i]);
  }
}

bool effects_add_constant(struct effects *effects, uint64_t address, struct span span,
                          struct future_draft *draft) {
  const struct object *object = program_find_object(effects->program, address);
  if (!object)
    return false;
  uint64_t end = object->address + object->size;
  struct exact_access range = {address + span.low, address + span.high,
                               (uint32_t)(object - effects->program->objects), span.writes};
  if (span.whole || range.start < object->address || range.end > end || range.end < range.start) {
    range.start = object->address;
    range.end = end;
  }
  if (range.end > range.start)
    future_draft_add_range(draft, range);
  return true;
}

void effects_add_pointees(struct effects *effects, const struct function *function,
                          const struct term *term, bool writes, struct future_draft *draft) {
  size_t words = future_draft_words(draft);
  bits_clear(effects->scratch, words);
  sharing_add_pointees(effects->sharing, function, term, effects->scratch);
  bits_each (object, effects->scratch, words)
    if (sharing_is_shared(effects->sharing, (uint32_t)object))
      future_draft_add_object(draft, (uint32_t)object, writes);
}

static void visit_arguments(struct effects *effects, const struct function *callee,
                            const struct term *const *arguments, uint32_t count,
                            struct effect_sink *sink) {
  const struct summary *summary = &effects->summaries[callee->number];
  if (!callee->locations)
    return;
  future_draft_add_draft(sink->fixed, summary->fixed);
  for (size_t i = 0; i < summary->relative.count; i++) {
    struct relative relative = summary->relative.items[i];
    if (relative.base == SELF)
      sink->access(sink, NULL, relative.span);
    else if (relative.base < count && arguments[relative.base])
      sink->access(sink, arguments[relative.base], relative.span);
  }
}

void effects_visit_callee(struct effects *effects, const struct edge *call,
                          const struct function *callee, struct effect_sink *sink) {
  const struct term *arguments[64];
  uint32_t count = call->call.argument_count;
  if (count > 63)
    count = 63;
  for (uint32_t i = 0; i < count; i++)
    arguments[i] = call->call.arguments[i];
  if (callee->parameter_count > 63)
    future_draft_add_flags(sink->fixed, FUTURE_EVERYTHING);
  if (callee->is_variadic && callee->parameter_count <= count + 1 && callee->parameter_count) {
    count = callee->parameter_count;
    arguments[count - 1] = call->call.variadic_area;
  }
  visit_arguments(effects, callee, arguments, count, sink);
}

/* Of a thread that does not exist yet: its record is one of all. */
struct start_sink {
  struct effect_sink sink; /* first */
  struct effect_sink *outer;
  struct effects *effects;
};

static void access_of_start(struct effect_sink *sink, const struct term *pointer,
                            struct span span) {
  struct start_sink *start = (struct start_sink *)sink;
  if (pointer)
    start->outer->access(start->outer, pointer, span);
  else
    future_draft_add_object(sink->fixed, sharing_record(start->effects->sharing), span.writes);
}

static void visit_spawn(struct effects *effects, const struct edge *edge,
                        struct effect_sink *sink) {
  const struct function *started[MANY_CALLEES];
  struct start_sink start = {{access_of_start, sink->fixed}, sink, effects};
  const struct term *arguments[3] = {NULL, edge->spawn.arguments[0], edge->spawn.arguments[1]};
  size_t count = sharing_started(effects->sharing, edge, started, MANY_CALLEES);
  if (count > MANY_CALLEES) {
    future_draft_add_flags(sink->fixed, FUTURE_EVERYTHING);
    return;
  }
  for (size_t i = 0; i < count; i++) {
    visit_arguments(effects, started[i], arguments, 3, &start.sink);
    future_draft_add_object(sink->fixed, sharing_record(effects->sharing), true);
  }
}

static void visit_call(struct effects *effects, const struct edge *edge, struct effect_sink *sink) {
  const struct function *callees[MANY_CALLEES];
  size_t count = sharing_callees(effects->sharing, edge, callees, MANY_CALLEES);
  if (count > MANY_CALLEES) {
    future_draft_add_flags(sink->fixed, FUTURE_EVERYTHING);
    return;
  }
  for (size_t i = 0; i < count; i++)
    effects_visit_callee(effects, edge, callees[i], sink);
}

/* The slots of a function that returns die, as those of all functions of a thread that finishes. */
void effects_visit_slots(struct effects *effects, const struct function *function,
                         struct effect_sink *sink) {
  for (uint32_t i = 0; i < function->edge_count && !function->is_library; i++) {
    const struct edge *edge = &function->edges[i];
    uint32_t number;
    if (edge->op == OPERATION_ALLOCATE && !edge->allocate.heap &&
        sharing_find_allocation(effects->sharing, edge, &number) &&
        sharing_is_shared(effects->sharing, number))
      future_draft_add_object(sink->fixed, number, true);
  }
}

static void visit_finish(struct effects *effects, struct effect_sink *sink) {
  const struct program *program = effects->program;
  future_draft_add_flags(sink->fixed, FUTURE_FINISHES);
  for (uint32_t i = 0; i < program->thread_local_count; i++) {
    uint64_t start = program->thread_locals[i].address;
    sink->access(sink, NULL,
                 (struct span){start, start + program->thread_locals[i].size, false, true});
  }
}

static void visit_accesses(const struct edge *edge, struct effect_sink *sink) {
  struct edge_access list[MOST_ACCESSES];
  unsigned count = edge_accesses(edge, list);
  for (unsigned i = 0; i < count; i++) {
    const struct edge_access *access = &list[i];
    struct span span = {.writes = access_writes(access)};
    if (access->size)
      span.high = access->size;
    else if (access->length && term_is_constant(access->length))
      span.high = access->length->value;
    else
      span.whole = true;
    sink->access(sink, access->address, span);
  }
}

void effects_visit_edge(struct effects *effects, const struct function *function,
                        const struct edge *edge, struct effect_sink *sink) {
  if (edge->op == OPERATION_SETJMP || edge->op == OPERATION_LONGJMP) {
    if (effects->has_setjmp) /* back to code that seemed to be over */
      future_draft_add_flags(sink->fixed, FUTURE_EVERYTHING);
  } else if (edge->op == OPERATION_CALL) {
    visit_call(effects, edge, sink);
  } else if (edge->op == OPERATION_WAIT) {
    const struct term *arguments[2] = {edge->wait.object, edge->wait.argument};
    visit_arguments(effects, edge->wait.condition, arguments, 2, sink);
  } else if (edge->op == OPERATION_SPAWN) {
    visit_spawn(effects, edge, sink);
  } else if (edge->op == OPERATION_RETURN) {
    effects_visit_slots(effects, function, sink);
  } else if (edge->op == OPERATION_FINISH) {
    visit_finish(effects, sink);
  } else if (edge->op == OPERATION_EXIT) {
    future_draft_add_flags(sink->fixed, FUTURE_EXITS);
  } else if (edge->op == OPERATION_ALONE) {
    future_draft_add_flags(sink->fixed, FUTURE_ASKS_ALONE);
  } else {
    visit_accesses(edge, sink);
  }
}

struct summary_sink {
  struct effect_sink sink; /* first */
  struct effects *effects;
  const struct function *function;
  struct summary *summary;
};

static bool covers(struct span larger, struct span smaller) {
  return (larger.writes || !smaller.writes) &&
         (larger.whole ||
          (!smaller.whole && larger.low <= smaller.low && larger.high >= smaller.high));
}

/* Too many spans of one base, as recursion can make them, become the whole. */
static void add_relative(struct summary *summary, uint32_t base, struct span span) {
  size_t same = 0;
  for (size_t i = 0; i < summary->relative.count; i++) {
    if (summary->relative.items[i].base != base)
      continue;
    if (covers(summary->relative.items[i].span, span))
      return;
    same++;
  }
  if (same >= MANY_SPANS) {
    span = (struct span){0, 0, true, true};
    size_t kept = 0;
    for (size_t i = 0; i < summary->relative.count; i++)
      if (summary->relative.items[i].base != base)
        summary->relative.items[kept++] = summary->relative.items[i];
    summary->relative.count = kept;
  }
  struct relative relative = {base, span};
  vector_push(&summary->relative, relative);
}

static void access_of_function(struct effect_sink *sink, const struct term *pointer,
                               struct span span) {
  struct summary_sink *self = (struct summary_sink *)sink;
  struct base base = {.kind = BASE_SELF, .exact = true};
  if (pointer)
    base = effects_base(self->effects, self->function, pointer);
  span.whole |= !base.exact;
  if (!span.whole && base.kind != BASE_CONSTANT) {
    span.low += base.offset;
    span.high += base.offset;
  }
  if (span.whole)
    span.low = span.high = 0;
  switch (base.kind) {
  case BASE_CONSTANT:
    if (!effects_add_constant(self->effects, base.offset, span, sink->fixed))
      effects_add_pointees(self->effects, self->function, pointer, span.writes, sink->fixed);
    return;
  case BASE_PARAMETER:
    add_relative(self->summary, base.parameter, span);
    return;
  case BASE_SELF:
    add_relative(self->summary, SELF, span);
    return;
  case BASE_UNSET:
  case BASE_OTHER:
    effects_add_pointees(self->effects, self->function, pointer, span.writes, sink->fixed);
    return;
  }
}

/* Did the summary change? It only grows, apart from spans that become the whole. */
static bool summarise(struct effects *effects, const struct function *function,
                      struct future_draft *copy) {
  struct summary *summary = &effects->summaries[function->number];
  struct summary_sink sink = {{access_of_function, summary->fixed}, effects, function, summary};
  size_t before = summary->relative.count;
  struct span last = before ? vector_last(&summary->relative).span : nothing;
  for (uint32_t i = 0; i < function->edge_count; i++)
    effects_visit_edge(effects, function, &function->edges[i], &sink.sink);
  future_draft_compact(summary->fixed);
  future_draft_clear(copy);
  future_draft_add_draft(copy, summary->fixed);
  uint32_t number = futures_intern(effects->drafts, copy);
  bool same = number == summary->number && before == summary->relative.count &&
              (!before || covers(last, vector_last(&summary->relative).span));
  summary->number = number;
  return !same;
}

static void create_summaries(struct effects *effects, const struct futures *futures) {
  const struct program *program = effects->program;
  for (uint32_t i = 0; i < program->function_count; i++) {
    const struct function *function = program->functions[i];
    struct summary *summary = &effects->summaries[i];
    summary->fixed = future_draft_create(futures);
    summary->number = UINT32_MAX;
    for (uint32_t j = 0; function->locations && j < function->edge_count; j++)
      effects->has_setjmp |= function->edges[j].op == OPERATION_SETJMP;
  }
  effects->scratch = bits_create(bits_words(sharing_object_count(effects->sharing)));
  for (uint32_t i = 0; i < program->function_count; i++)
    if (program->functions[i]->locations)
      find_bases(effects, program->functions[i]);
}

struct effects *effects_create(const struct program *program, const struct sharing *sharing,
                               const struct futures *futures) {
  struct effects *effects = memory_allocate_zeroed(sizeof *effects);
  effects->program = program;
  effects->sharing = sharing;
  effects->drafts = futures_create(sharing_object_count(sharing));
  effects->summaries =
      memory_allocate_zeroed((program->function_count + 1) * sizeof *effects->summaries);
  create_summaries(effects, futures);
  struct future_draft *copy = future_draft_create(futures);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = program->function_count; i-- > 0;)
      if (program->functions[i]->locations)
        changed |= summarise(effects, program->functions[i], copy);
  }
  future_draft_destroy(copy);
  return effects;
}

void effects_destroy(struct effects *effects) {
  if (!effects)
    return;
  for (uint32_t i = 0; i < effects->program->function_count; i++) {
    memory_release(effects->summaries[i].bases);
    future_draft_destroy(effects->summaries[i].fixed);
    vector_release(&effects->summaries[i].relative);
  }
  futures_destroy(effects->drafts);
  memory_release(effects->summaries);
  memory_release(effects->scratch);
  memory_release(effects);
}
