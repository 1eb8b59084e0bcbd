/* SPDX-License-Identifier: Apache-2.0 */
/* Summarises once what a function may do from a location on, for any thread. The future of a thread
 * consists of the summaries of its frames, instantiated with the values of constant registers:
 * those that are live and no longer written. */
#include "por/thread_future.h"

#include "analysis/liveness.h"
#include "base/hash.h"
#include "base/vector.h"
#include "por/effects.h"
#include "program/address.h"
#include "program/paths.h"
#include "program/uses.h"
#include "term/walk.h"

#include <string.h>

struct future_item {
  const struct term *pointer; /* NULL: the thread's record */
  struct span span;
};

struct future_summary {
  bool *unchanging; /* per register */
  struct future_draft *fixed;
  VECTOR(struct future_item) items;
  VECTOR(const struct edge *) calls; /* indirect, of unchanging addresses */
};

struct thread_futures {
  const struct program *program;
  const struct sharing *sharing;
  struct futures *futures;
  struct liveness *liveness;
  struct effects *effects;
  struct future_summary ***summaries; /* per function and location; NULL: not met yet */
  struct future_draft *all;           /* scratch */
};

static void destroy_summary(struct future_summary *summary) {
  if (!summary)
    return;
  future_draft_destroy(summary->fixed);
  vector_release(&summary->items);
  vector_release(&summary->calls);
  memory_release(summary->unchanging);
  memory_release(summary);
}

struct thread_futures *thread_futures_create(const struct program *program,
                                             const struct sharing *sharing,
                                             struct futures *futures) {
  struct thread_futures *thread_futures = memory_allocate_zeroed(sizeof *thread_futures);
  thread_futures->program = program;
  thread_futures->sharing = sharing;
  thread_futures->futures = futures;
  thread_futures->liveness = liveness_create(program);
  thread_futures->effects = effects_create(program, sharing, futures);
  thread_futures->summaries =
      memory_allocate_zeroed((program->function_count + 1) * sizeof *thread_futures->summaries);
  thread_futures->all = future_draft_create(futures);
  return thread_futures;
}

void thread_futures_destroy(struct thread_futures *thread_futures) {
  if (!thread_futures)
    return;
  for (uint32_t i = 0; i < thread_futures->program->function_count; i++) {
    uint32_t count = thread_futures->program->functions[i]->location_count;
    for (uint32_t j = 0; thread_futures->summaries[i] && j < count; j++)
      destroy_summary(thread_futures->summaries[i][j]);
    memory_release(thread_futures->summaries[i]);
  }
  memory_release(thread_futures->summaries);
  effects_destroy(thread_futures->effects);
  liveness_destroy(thread_futures->liveness);
  future_draft_destroy(thread_futures->all);
  memory_release(thread_futures);
}

static bool may_change(const struct term *part, void *context) {
  const struct future_summary *summary = *(const struct future_summary **)context;
  return part->kind == TERM_VARIABLE && !summary->unchanging[part->value];
}

/* Does a term of the function keep its value from there on? */
static bool keeps(const struct future_summary *summary, const struct term *term) {
  return !term_any(term, may_change, &summary);
}

struct future_sink {
  struct effect_sink sink; /* first */
  struct thread_futures *thread_futures;
  const struct function *function;
  struct future_summary *summary;
};

static void add_item(struct future_summary *summary, const struct term *pointer, struct span span) {
  vector_each (item, &summary->items) {
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

static const struct term *parameter_term(const struct thread_futures *thread_futures,
                                         const struct function *function, uint32_t position) {
  uint32_t number = function->parameters[position];
  return term_variable(thread_futures->program->terms, function->registers[number].width, number);
}

/* An address that is not unchanging: what its base tells, or else what it may point to. */
static void add_unsettled(struct future_sink *self, const struct term *pointer, struct span span) {
  struct effects *effects = self->thread_futures->effects;
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
      self->summary->unchanging[self->function->parameters[base.parameter]]) {
    add_item(self->summary, parameter_term(self->thread_futures, self->function, base.parameter),
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
  else if (pointer->kind != TERM_CONSTANT && keeps(self->summary, pointer))
    add_item(self->summary, pointer, span);
  else
    add_unsettled(self, pointer, span);
}

static void mark_changing(uint32_t number, void *context) { ((bool *)context)[number] = false; }

static void find_unchanging(const struct thread_futures *thread_futures,
                            const struct function *function, uint32_t location,
                            const bool *reachable, bool *unchanging) {
  struct live_registers live = liveness_at(thread_futures->liveness, function, location);
  for (uint32_t i = 0; i < live.count; i++)
    unchanging[live.registers[i]] = true;
  for (uint32_t i = 0; i < function->edge_count; i++)
    if (reachable[function->edges[i].from])
      edge_visit_definitions(&function->edges[i], mark_changing, unchanging);
}

static void add_edge(struct thread_futures *thread_futures, const struct function *function,
                     struct future_summary *summary, const struct edge *edge) {
  struct future_sink sink = {
      {access_of_summary, summary->fixed}, thread_futures, function, summary};
  if (edge->op == OPERATION_CALL && !edge->call.callee && keeps(summary, edge->call.address))
    vector_push(&summary->calls, edge);
  else
    effects_visit_edge(thread_futures->effects, function, edge, &sink.sink);
}

static struct future_summary *build_summary(struct thread_futures *thread_futures,
                                            const struct function *function, uint32_t location) {
  struct future_summary *summary = memory_allocate_zeroed(sizeof *summary);
  bool *reachable = paths_from(function, location, NULL, NULL);
  summary->unchanging =
      memory_allocate_zeroed((function->register_count + 1) * sizeof *summary->unchanging);
  summary->fixed = future_draft_create(thread_futures->futures);
  find_unchanging(thread_futures, function, location, reachable, summary->unchanging);
  struct future_sink slots = {
      {access_of_summary, summary->fixed}, thread_futures, function, summary};
  effects_visit_slots(thread_futures->effects, function, &slots.sink);
  for (uint32_t i = 0; i < function->edge_count; i++)
    if (reachable[function->edges[i].from])
      add_edge(thread_futures, function, summary, &function->edges[i]);
  future_draft_compact(summary->fixed);
  memory_release(reachable);
  return summary;
}

static const struct future_summary *summary_at(struct thread_futures *thread_futures,
                                               const struct function *function, uint32_t location) {
  struct future_summary ***of_function = &thread_futures->summaries[function->number];
  if (!*of_function)
    *of_function = memory_allocate_zeroed(function->location_count * sizeof **of_function);
  if (!(*of_function)[location])
    (*of_function)[location] = build_summary(thread_futures, function, location);
  return (*of_function)[location];
}

struct exact_access thread_futures_object_at(const struct thread_futures *thread_futures,
                                             const struct state *state, uint64_t address) {
  struct exact_access found = {0, 0, NO_OBJECT, 0};
  struct place place;
  uint32_t number = sharing_record(thread_futures->sharing);
  if (!state_find_place(state, address, &place) || !place.content ||
      (place.variable && place.variable->function))
    return found;
  if (place.dynamic && place.dynamic->allocation &&
      !sharing_find_allocation(thread_futures->sharing, place.dynamic->allocation, &number))
    return found;
  if (!place.dynamic)
    number = (uint32_t)(place.variable - thread_futures->program->objects);
  uint64_t end = place.dynamic ? memory_object_end(place.dynamic) : place.address + place.size;
  return (struct exact_access){place.address, end, number, 0};
}

static bool owns(const struct thread_futures *thread_futures, const struct thread *thread,
                 uint64_t address) {
  uint32_t number;
  bool heap;
  if (!address_find_thread(thread_futures->program->data_model, address, &number, &heap))
    return thread->number == 0; /* variables: main */
  return number == thread->number;
}

bool thread_futures_is_private(const struct thread_futures *thread_futures,
                               const struct state *state, const struct exact_access *access,
                               const struct thread *thread) {
  (void)state;
  return !sharing_is_shared(thread_futures->sharing, access->object) &&
         owns(thread_futures, thread, access->start);
}

struct thread_sink {
  struct effect_sink sink; /* first */
  struct thread_futures *thread_futures;
  const struct machine *machine;
  const struct state *state;
  const struct thread *thread;
  const struct frame *frame;
  const struct future_summary *summary;
  struct future_premises *premises;
};

/* What is not shared does not count: others would be found out when they access it. */
static void add_evaluated(struct thread_sink *self, uint64_t address, struct span span) {
  struct exact_access range = thread_futures_object_at(self->thread_futures, self->state, address);
  if (range.object == NO_OBJECT)
    return;
  uint32_t owner;
  bool heap;
  if (address_find_thread(self->thread_futures->program->data_model, address, &owner, &heap) &&
      owner != self->thread->number) {
    struct future_premise premise = {address, range.object};
    vector_push(self->premises, premise);
  }
  if (!sharing_is_shared(self->thread_futures->sharing, range.object))
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
  if (!pointer) /* thread-locals follow the record */
    add_evaluated(self, thread_record(self->state, self->thread) + span.low,
                  (struct span){0, span.high - span.low, span.whole, span.writes});
  else if (machine_evaluate(self->machine, self->thread, self->frame, pointer, &address))
    add_evaluated(self, address, span);
  else
    effects_add_pointees(self->thread_futures->effects, self->frame->function, pointer, span.writes,
                         self->sink.fixed);
}

/* Arguments of a call whose callee became known only now. */
static void access_of_thread(struct effect_sink *sink, const struct term *pointer,
                             struct span span) {
  struct thread_sink *self = (struct thread_sink *)sink;
  if (!pointer || keeps(self->summary, pointer))
    add_item_of_thread(self, pointer, span);
  else
    effects_add_pointees(self->thread_futures->effects, self->frame->function, pointer, span.writes,
                         sink->fixed);
}

static void add_call(struct thread_sink *self, const struct edge *call) {
  uint64_t address;
  const struct function *callee = NULL;
  struct effects *effects = self->thread_futures->effects;
  if (machine_evaluate(self->machine, self->thread, self->frame, call->call.address, &address))
    callee = program_function_at(self->thread_futures->program, address);
  if (callee)
    effects_visit_callee(effects, call, callee, &self->sink);
  else
    effects_visit_edge(effects, self->frame->function, call, &self->sink);
}

static void add_frame(struct thread_sink *self) {
  const struct future_summary *summary = self->summary;
  future_draft_add_draft(self->sink.fixed, summary->fixed);
  for (size_t i = 0; i < summary->items.count; i++)
    add_item_of_thread(self, summary->items.items[i].pointer, summary->items.items[i].span);
  for (size_t i = 0; i < summary->calls.count; i++)
    add_call(self, summary->calls.items[i]);
}

uint32_t thread_futures_find(struct thread_futures *thread_futures, const struct machine *machine,
                             const struct state *state, const struct thread *thread,
                             struct future_premises *premises) {
  future_draft_clear(thread_futures->all);
  vector_each (frame, &thread->frames) {
    struct thread_sink sink = {.sink = {access_of_thread, thread_futures->all},
                               .thread_futures = thread_futures,
                               .machine = machine,
                               .state = state,
                               .thread = thread,
                               .frame = frame,
                               .summary =
                                   summary_at(thread_futures, frame->function, frame->location),
                               .premises = premises};
    add_frame(&sink);
  }
  return futures_intern(thread_futures->futures, thread_futures->all);
}

uint64_t thread_futures_control(const struct thread_futures *thread_futures,
                                const struct thread *thread) {
  uint64_t hash = hash_mix(thread->number);
  vector_each (frame, &thread->frames) {
    const struct value *registers = thread->registers.items + frame->first_register;
    struct live_registers live =
        liveness_at(thread_futures->liveness, frame->function, frame->location);
    hash = hash_combine(hash, (uint64_t)frame->function->number << 32 | frame->location);
    for (uint32_t j = 0; j < live.count; j++) {
      const struct value *value = &registers[live.registers[j]];
      hash = hash_combine(hash_combine(hash, value->bits), value->extra);
    }
  }
  return hash;
}
