/* SPDX-License-Identifier: Apache-2.0 */
/* The summaries of a thread's frames (rest.h) with its numbers put in. */
#include "por/thread_future.h"

#include "analysis/liveness.h"
#include "base/hash.h"
#include "base/vector.h"
#include "por/future_summary.h"
#include "program/address.h"

#include <assert.h>
#include <string.h>

struct thread_futures {
  const struct program *program;
  const struct sharing *sharing;
  struct futures *futures;
  struct liveness *liveness;
  struct future_summaries *summaries;
  struct future_draft *all; /* scratch */
};

struct thread_futures *thread_futures_create(const struct program *program,
                                             const struct sharing *sharing,
                                             struct futures *futures) {
  struct thread_futures *thread_futures = memory_allocate_zeroed(sizeof *thread_futures);
  thread_futures->program = program;
  thread_futures->sharing = sharing;
  thread_futures->futures = futures;
  thread_futures->liveness = liveness_create(program);
  thread_futures->summaries =
      future_summaries_create(program, sharing, futures, thread_futures->liveness);
  thread_futures->all = future_draft_create(futures);
  return thread_futures;
}

void thread_futures_destroy(struct thread_futures *thread_futures) {
  if (!thread_futures)
    return;
  future_summaries_destroy(thread_futures->summaries);
  liveness_destroy(thread_futures->liveness);
  future_draft_destroy(thread_futures->all);
  memory_release(thread_futures);
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
  if (!pointer) /* thread-locals lie behind the record */
    add_evaluated(self, thread_record(self->state, self->thread) + span.low,
                  (struct span){0, span.high - span.low, span.whole, span.writes});
  else if (machine_evaluate(self->machine, self->thread, self->frame, pointer, &address))
    add_evaluated(self, address, span);
  else
    effects_add_pointees(future_summaries_effects(self->thread_futures->summaries),
                         self->frame->function, pointer, span.writes, self->sink.fixed);
}

/* Arguments of a call whose callee became known only now. */
static void access_of_thread(struct effect_sink *sink, const struct term *pointer,
                             struct span span) {
  struct thread_sink *self = (struct thread_sink *)sink;
  if (!pointer || future_summary_keeps(self->summary, pointer))
    add_item_of_thread(self, pointer, span);
  else
    effects_add_pointees(future_summaries_effects(self->thread_futures->summaries),
                         self->frame->function, pointer, span.writes, sink->fixed);
}

static void add_call(struct thread_sink *self, const struct edge *call) {
  uint64_t address;
  const struct function *callee = NULL;
  struct effects *effects = future_summaries_effects(self->thread_futures->summaries);
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
  for (size_t i = 0; i < thread->frames.count; i++) {
    const struct frame *frame = &thread->frames.items[i];
    struct thread_sink sink = {
        .sink = {access_of_thread, thread_futures->all},
        .thread_futures = thread_futures,
        .machine = machine,
        .state = state,
        .thread = thread,
        .frame = frame,
        .summary = future_summary_at(thread_futures->summaries, frame->function, frame->location),
        .premises = premises};
    add_frame(&sink);
  }
  return futures_intern(thread_futures->futures, thread_futures->all);
}

uint64_t thread_futures_control(const struct thread_futures *thread_futures,
                                const struct thread *thread) {
  uint64_t hash = hash_mix(thread->number);
  for (size_t i = 0; i < thread->frames.count; i++) {
    const struct frame *frame = &thread->frames.items[i];
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
