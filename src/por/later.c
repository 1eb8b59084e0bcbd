/* The rests of a thread's frames (rest.h) with its numbers put in. */
#include "por/later.h"

#include "analysis/liveness.h"
#include "base/hash.h"
#include "base/vector.h"
#include "por/rest.h"
#include "program/address.h"

#include <assert.h>
#include <string.h>

struct later {
  const struct program *program;
  const struct sharing *sharing;
  struct futures *futures;
  struct liveness *liveness;
  struct rests *rests;
  struct future_draft *all; /* scratch */
};

struct later *later_create(const struct program *program, const struct sharing *sharing,
                           struct futures *futures) {
  struct later *later = memory_allocate_zeroed(sizeof *later);
  later->program = program;
  later->sharing = sharing;
  later->futures = futures;
  later->liveness = liveness_create(program);
  later->rests = rests_create(program, sharing, futures, later->liveness);
  later->all = future_draft_create(futures);
  return later;
}

void later_destroy(struct later *later) {
  if (!later)
    return;
  rests_destroy(later->rests);
  liveness_destroy(later->liveness);
  future_draft_destroy(later->all);
  memory_release(later);
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
    effects_add_pointees(rests_effects(self->later->rests), self->frame->function, pointer,
                         span.writes, self->sink.fixed);
}

/* Arguments of a call whose callee became known only now. */
static void access_of_thread(struct effect_sink *sink, const struct term *pointer,
                             struct span span) {
  struct thread_sink *self = (struct thread_sink *)sink;
  if (!pointer || rest_is_settled(self->rest, pointer))
    add_item_of_thread(self, pointer, span);
  else
    effects_add_pointees(rests_effects(self->later->rests), self->frame->function, pointer,
                         span.writes, sink->fixed);
}

static void add_call(struct thread_sink *self, const struct edge *call) {
  uint64_t address;
  const struct function *callee = NULL;
  struct effects *effects = rests_effects(self->later->rests);
  if (machine_evaluate(self->machine, self->thread, self->frame, call->call.address, &address))
    callee = program_function_at(self->later->program, address);
  if (callee)
    effects_visit_callee(effects, call, callee, &self->sink);
  else
    effects_visit_edge(effects, self->frame->function, call, &self->sink);
}

static void add_frame(struct thread_sink *self) {
  const struct rest *rest = self->rest;
  future_draft_add_draft(self->sink.fixed, rest->fixed);
  for (size_t i = 0; i < rest->items.count; i++)
    add_item_of_thread(self, rest->items.items[i].pointer, rest->items.items[i].span);
  for (size_t i = 0; i < rest->calls.count; i++)
    add_call(self, rest->calls.items[i]);
}

uint32_t later_of_thread(struct later *later, const struct machine *machine,
                         const struct state *state, const struct thread *thread,
                         struct later_premises *premises) {
  future_draft_clear(later->all);
  for (size_t i = 0; i < thread->frames.count; i++) {
    const struct frame *frame = &thread->frames.items[i];
    struct thread_sink sink = {.sink = {access_of_thread, later->all},
                               .later = later,
                               .machine = machine,
                               .state = state,
                               .thread = thread,
                               .frame = frame,
                               .rest = rest_at(later->rests, frame->function, frame->location),
                               .premises = premises};
    add_frame(&sink);
  }
  return futures_intern(later->futures, later->all);
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
