/* For each location that threads are met at, the effects of the edges that can be reached from it
 * inside its function are collected once. Those at addresses made of registers that keep their
 * value from there on are evaluated for each thread; the others are taken from the text alone. */
#include "por/later.h"

#include "analysis/liveness.h"
#include "base/hash.h"
#include "por/effects.h"
#include "program/address.h"
#include "program/uses.h"

#include <assert.h>
#include <string.h>

struct item {
  const struct term *pointer; /* NULL: the thread's record */
  struct span span;
};

/* From a location on. */
struct rest {
  struct future_draft *fixed;
  bool *settled; /* per register: live here and never defined again */
  VECTOR(struct item) items;
  VECTOR(const struct edge *) calls; /* indirect, of settled addresses */
};

struct later {
  const struct program *program;
  const struct sharing *sharing;
  struct futures *futures;
  struct effects *effects;
  struct liveness *liveness;
  struct rest ***rests; /* per function and location; NULL: not met yet */
  struct future_draft *draft;
};

struct later *later_create(const struct program *program, const struct sharing *sharing,
                           struct futures *futures) {
  struct later *later = memory_allocate_zeroed(sizeof *later);
  later->program = program;
  later->sharing = sharing;
  later->futures = futures;
  later->effects = effects_create(program, sharing, futures);
  later->liveness = liveness_create(program);
  later->rests = memory_allocate_zeroed((program->function_count + 1) * sizeof *later->rests);
  later->draft = future_draft_create(futures);
  return later;
}

static void destroy_rest(struct rest *rest) {
  if (!rest)
    return;
  future_draft_destroy(rest->fixed);
  memory_release(rest->settled);
  vector_release(&rest->items);
  vector_release(&rest->calls);
  memory_release(rest);
}

void later_destroy(struct later *later) {
  if (!later)
    return;
  for (uint32_t i = 0; i < later->program->function_count; i++) {
    for (uint32_t j = 0; later->rests[i] && j < later->program->functions[i]->location_count; j++)
      destroy_rest(later->rests[i][j]);
    memory_release(later->rests[i]);
  }
  memory_release(later->rests);
  effects_destroy(later->effects);
  liveness_destroy(later->liveness);
  future_draft_destroy(later->draft);
  memory_release(later);
}

static bool is_settled(const struct rest *rest, const struct term *term) {
  if (term->kind == TERM_CONSTANT)
    return true;
  if (term->kind == TERM_VARIABLE)
    return rest->settled[term->value];
  for (unsigned i = 0; i < term->arity; i++)
    if (!is_settled(rest, term->operands[i]))
      return false;
  return true;
}

struct rest_sink {
  struct effect_sink sink; /* first */
  struct later *later;
  const struct function *function;
  struct rest *rest;
};

static void add_item(struct rest *rest, const struct term *pointer, struct span span) {
  for (size_t i = 0; i < rest->items.count; i++) {
    const struct item *item = &rest->items.items[i];
    if (item->pointer == pointer && item->span.low == span.low && item->span.high == span.high &&
        item->span.whole == span.whole && item->span.writes == span.writes)
      return;
  }
  struct item item = {pointer, span};
  vector_push(&rest->items, item);
}

static struct span move_span(struct span span, struct base base) {
  span.whole |= !base.exact;
  span.low = span.whole ? 0 : span.low + base.offset;
  span.high = span.whole ? 0 : span.high + base.offset;
  return span;
}

/* An address that is not settled: what its base tells, or else what it may point to. */
static void add_unsettled(struct rest_sink *self, const struct term *pointer, struct span span) {
  struct later *later = self->later;
  struct base base = effects_base(later->effects, self->function, pointer);
  if (base.kind == BASE_CONSTANT) {
    span.whole |= !base.exact;
    if (effects_add_constant(later->effects, base.offset, span, self->rest->fixed))
      return;
  }
  if (base.kind == BASE_SELF) {
    add_item(self->rest, NULL, move_span(span, base));
    return;
  }
  if (base.kind == BASE_PARAMETER) {
    uint32_t number = self->function->parameters[base.parameter];
    if (self->rest->settled[number]) {
      const struct term *parameter =
          term_variable(later->program->terms, self->function->registers[number].width, number);
      add_item(self->rest, parameter, move_span(span, base));
      return;
    }
  }
  effects_add_pointees(later->effects, self->function, pointer, span.writes, self->rest->fixed);
}

static void access_of_rest(struct effect_sink *sink, const struct term *pointer, struct span span) {
  struct rest_sink *self = (struct rest_sink *)sink;
  if (!pointer)
    add_item(self->rest, NULL, span);
  else if (pointer->kind != TERM_CONSTANT && is_settled(self->rest, pointer))
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

static void find_settled(const struct later *later, const struct function *function,
                         uint32_t location, const bool *reachable, bool *settled) {
  struct live_registers live = liveness_at(later->liveness, function, location);
  for (uint32_t i = 0; i < live.count; i++)
    settled[live.registers[i]] = true;
  for (uint32_t i = 0; i < function->edge_count; i++)
    if (reachable[function->edges[i].from])
      edge_visit_definitions(&function->edges[i], unsettle, settled);
}

static struct rest *build_rest(struct later *later, const struct function *function,
                               uint32_t location) {
  struct rest *rest = memory_allocate_zeroed(sizeof *rest);
  bool *reachable = memory_allocate_zeroed((function->location_count + 1) * sizeof *reachable);
  rest->fixed = future_draft_create(later->futures);
  rest->settled = memory_allocate_zeroed((function->register_count + 1) * sizeof *rest->settled);
  find_reachable(function, location, reachable);
  find_settled(later, function, location, reachable, rest->settled);
  struct rest_sink sink = {{access_of_rest, rest->fixed}, later, function, rest};
  for (uint32_t i = 0; i < function->edge_count; i++) {
    const struct edge *edge = &function->edges[i];
    if (!reachable[edge->from])
      continue;
    if (edge->op == OPERATION_CALL && !edge->call.callee && is_settled(rest, edge->call.address))
      vector_push(&rest->calls, edge);
    else
      effects_visit_edge(later->effects, function, edge, &sink.sink);
  }
  effects_visit_slots(later->effects, function, &sink.sink);
  future_draft_compact(rest->fixed);
  memory_release(reachable);
  return rest;
}

static struct rest *rest_at(struct later *later, const struct function *function,
                            uint32_t location) {
  struct rest ***of_function = &later->rests[function->number];
  if (!*of_function)
    *of_function = memory_allocate_zeroed(function->location_count * sizeof **of_function);
  if (!(*of_function)[location])
    (*of_function)[location] = build_rest(later, function, location);
  return (*of_function)[location];
}

struct exact_access later_object_at(const struct later *later, const struct state *state,
                                    uint64_t address) {
  struct exact_access found = {0, 0, NO_OBJECT, 0};
  struct place place;
  uint32_t number = sharing_record(later->sharing);
  if (!state_find_place(state, address, &place) || !place.content ||
      (place.variable && place.variable->function))
    return found;
  if (place.dynamic && place.dynamic->allocation &&
      !sharing_find_allocation(later->sharing, place.dynamic->allocation, &number))
    return found;
  if (!place.dynamic)
    number = (uint32_t)(place.variable - later->program->objects);
  return (struct exact_access){place.address, place.address + place.size, number, 0};
}

static bool owns(const struct later *later, const struct thread *thread, uint64_t address) {
  uint32_t number;
  bool heap;
  if (!address_find_thread(later->program->data_model, address, &number, &heap))
    return thread->number == 0; /* variables: main */
  return number == thread->number;
}

bool later_is_private(const struct later *later, const struct state *state,
                      const struct exact_access *access, const struct thread *thread) {
  (void)state;
  return !sharing_is_shared(later->sharing, access->object) && owns(later, thread, access->start);
}

struct thread_sink {
  struct effect_sink sink; /* first */
  struct later *later;
  const struct machine *machine;
  const struct state *state;
  const struct thread *thread;
  const struct frame *frame;
  const struct rest *rest;
  struct later_premises *premises;
};

/* What is not shared does not count: others would be found out when they access it. */
static void add_evaluated(struct thread_sink *self, uint64_t address, struct span span) {
  struct exact_access range = later_object_at(self->later, self->state, address);
  if (range.object == NO_OBJECT)
    return;
  uint32_t owner;
  bool heap;
  if (address_find_thread(self->later->program->data_model, address, &owner, &heap) &&
      owner != self->thread->number) {
    struct later_premise premise = {address, range.object};
    vector_push(self->premises, premise);
  }
  if (!sharing_is_shared(self->later->sharing, range.object))
    return;
  uint64_t start = address + span.low, end = address + span.high;
  if (!span.whole && start >= range.start && end <= range.end && start < end) {
    range.start = start;
    range.end = end;
  }
  range.writes = span.writes;
  if (range.start < range.end)
    future_draft_add_range(self->sink.fixed, range);
}

static void add_item_of_thread(struct thread_sink *self, const struct term *pointer,
                               struct span span) {
  uint64_t address;
  if (!pointer) /* thread-locals lie behind the record */
    add_evaluated(self, thread_record(self->state, self->thread) + span.low,
                  (struct span){0, span.high - span.low, span.whole, span.writes});
  else if (machine_evaluate(self->machine, self->thread, self->frame, pointer, &address))
    add_evaluated(self, address, span);
  else
    effects_add_pointees(self->later->effects, self->frame->function, pointer, span.writes,
                         self->sink.fixed);
}

/* Arguments of a call whose callee became known only now. */
static void access_of_thread(struct effect_sink *sink, const struct term *pointer,
                             struct span span) {
  struct thread_sink *self = (struct thread_sink *)sink;
  if (!pointer || is_settled(self->rest, pointer))
    add_item_of_thread(self, pointer, span);
  else
    effects_add_pointees(self->later->effects, self->frame->function, pointer, span.writes,
                         sink->fixed);
}

static void add_call(struct thread_sink *self, const struct edge *call) {
  uint64_t address;
  const struct function *callee = NULL;
  if (machine_evaluate(self->machine, self->thread, self->frame, call->call.address, &address))
    callee = program_function_at(self->later->program, address);
  if (callee)
    effects_visit_callee(self->later->effects, call, callee, &self->sink);
  else
    effects_visit_edge(self->later->effects, self->frame->function, call, &self->sink);
}

uint32_t later_of_thread(struct later *later, const struct machine *machine,
                         const struct state *state, const struct thread *thread,
                         struct later_premises *premises) {
  struct future_draft *draft = later->draft;
  future_draft_clear(draft);
  for (size_t i = 0; i < thread->frames.count; i++) {
    const struct frame *frame = &thread->frames.items[i];
    struct rest *rest = rest_at(later, frame->function, frame->location);
    struct thread_sink sink = {.sink = {access_of_thread, draft},
                               .later = later,
                               .machine = machine,
                               .state = state,
                               .thread = thread,
                               .frame = frame,
                               .rest = rest,
                               .premises = premises};
    future_draft_add_draft(draft, rest->fixed);
    for (size_t j = 0; j < rest->items.count; j++)
      add_item_of_thread(&sink, rest->items.items[j].pointer, rest->items.items[j].span);
    for (size_t j = 0; j < rest->calls.count; j++)
      add_call(&sink, rest->calls.items[j]);
  }
  return futures_intern(later->futures, draft);
}

uint64_t later_control(const struct later *later, const struct thread *thread) {
  uint64_t hash = hash_mix(thread->number);
  for (size_t i = 0; i < thread->frames.count; i++) {
    const struct frame *frame = &thread->frames.items[i];
    const struct value *registers = thread->registers.items + frame->first_register;
    struct live_registers live = liveness_at(later->liveness, frame->function, frame->location);
    hash = hash_combine(hash, (uint64_t)frame->function->number << 32 | frame->location);
    for (uint32_t j = 0; j < live.count; j++) {
      const struct value *value = &registers[live.registers[j]];
      hash = hash_combine(hash_combine(hash, value->bits), value->extra);
    }
  }
  return hash;
}
