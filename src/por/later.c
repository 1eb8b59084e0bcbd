/* The rests of a thread's frames (rest.h) with its numbers put in. */
#include "por/later.h"

#include "analysis/liveness.h"
#include "base/hash.h"
#include "base/vector.h"
#include "por/guards.h"
#include "por/rest.h"
#include "program/address.h"

#include <assert.h>
#include <string.h>

/* A group under construction. */
struct draft_group {
  uint64_t guards;
  struct future_draft *draft;
};

struct later {
  const struct program *program;
  const struct sharing *sharing;
  struct futures *futures;
  struct guards *guards;
  struct liveness *liveness;
  struct rests *rests;
  struct future_draft *all;          /* scratch */
  VECTOR(struct draft_group) groups; /* scratch: drafts are kept for the next time */
  size_t group_count;
  VECTOR(uint32_t) numbers; /* scratch: of guards */
};

struct later *later_create(const struct program *program, const struct sharing *sharing,
                           struct futures *futures, struct guards *guards) {
  struct later *later = memory_allocate_zeroed(sizeof *later);
  later->program = program;
  later->sharing = sharing;
  later->futures = futures;
  later->guards = guards;
  later->liveness = liveness_create(program);
  later->rests = rests_create(program, sharing, futures, later->liveness, guards != NULL);
  later->all = future_draft_create(futures);
  return later;
}

void later_destroy(struct later *later) {
  if (!later)
    return;
  for (size_t i = 0; i < later->groups.count; i++)
    future_draft_destroy(later->groups.items[i].draft);
  vector_release(&later->groups);
  vector_release(&later->numbers);
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

static bool evaluate_settled(const struct thread_sink *self, struct settled settled,
                             uint64_t *number) {
  uint64_t start = 0;
  if (settled.kind == SETTLED_SELF)
    start = thread_record(self->state, self->thread);
  else if (settled.kind == SETTLED_TERM &&
           !machine_evaluate(self->machine, self->thread, self->frame, settled.term, &start))
    return false;
  *number = start + settled.offset;
  return true;
}

/* The number of a guard of the frame, or NO_GUARD if it cannot be told. */
static uint32_t number_of(const struct thread_sink *self, const struct rest_guard *guard) {
  uint64_t object, argument;
  if (!evaluate_settled(self, guard->object, &object) ||
      !evaluate_settled(self, guard->argument, &argument))
    return NO_GUARD;
  return guards_intern(self->later->guards, guard->condition, object, argument);
}

/* The bit of a guard among those of the thread; 0: there are too many. */
static uint64_t bit_of(struct later *later, uint32_t number) {
  size_t at = 0;
  while (at < later->numbers.count && later->numbers.items[at] != number)
    at++;
  if (number == NO_GUARD || at == MOST_GUARDS)
    return 0;
  if (at == later->numbers.count)
    vector_push(&later->numbers, number);
  return (uint64_t)1 << at;
}

static struct future_draft *draft_with(struct later *later, uint64_t guards) {
  for (size_t i = 0; i < later->group_count; i++)
    if (later->groups.items[i].guards == guards)
      return later->groups.items[i].draft;
  if (later->group_count == later->groups.count) {
    struct draft_group fresh = {0, future_draft_create(later->futures)};
    vector_push(&later->groups, fresh);
  }
  struct draft_group *group = &later->groups.items[later->group_count++];
  group->guards = guards;
  future_draft_clear(group->draft);
  return group->draft;
}

static void add_frame(struct thread_sink *self) {
  struct later *later = self->later;
  uint64_t bits[MOST_GUARDS];
  for (size_t i = 0; i < self->rest->guards.count; i++)
    bits[i] = bit_of(later, number_of(self, &self->rest->guards.items[i]));
  for (size_t i = 0; i < self->rest->parts.count; i++) {
    const struct rest_part *part = &self->rest->parts.items[i];
    uint64_t guards = 0;
    for (uint64_t left = part->guards; left; left &= left - 1)
      guards |= bits[__builtin_ctzll(left)];
    self->sink.fixed = draft_with(later, guards);
    future_draft_add_draft(self->sink.fixed, part->fixed);
    for (size_t j = 0; j < part->items.count; j++)
      add_item_of_thread(self, part->items.items[j].pointer, part->items.items[j].span);
    for (size_t j = 0; j < part->calls.count; j++)
      add_call(self, part->calls.items[j]);
  }
}

/* In a section only a wait that it stands at is certain to be the first thing. */
static uint32_t find_lead(const struct thread_sink *self) {
  bool is_next = thread_next_edge(self->thread)->op == OPERATION_WAIT;
  if (!self->rest->has_lead || (self->thread->atomic_depth && !is_next))
    return NO_GUARD;
  return number_of(self, &self->rest->lead);
}

static void fill_prospect(struct later *later, struct prospect *prospect, struct arena *arena) {
  struct later_group *groups = arena_allocate(arena, later->group_count * sizeof *groups);
  future_draft_clear(later->all);
  for (size_t i = 0; i < later->group_count; i++)
    future_draft_add_draft(later->all, later->groups.items[i].draft);
  for (size_t i = 0; i < later->group_count; i++)
    groups[i] = (struct later_group){later->groups.items[i].guards,
                                     futures_intern(later->futures, later->groups.items[i].draft)};
  prospect->all = futures_intern(later->futures, later->all);
  prospect->groups = groups;
  prospect->group_count = (uint32_t)later->group_count;
  prospect->guard_count = (uint32_t)later->numbers.count;
  if (later->numbers.count)
    prospect->guards = arena_copy(arena, later->numbers.items,
                                  later->numbers.count * sizeof *later->numbers.items);
}

struct prospect later_of_thread(struct later *later, const struct machine *machine,
                                const struct state *state, const struct thread *thread,
                                struct later_premises *premises, struct arena *arena) {
  struct prospect prospect = {.lead = NO_GUARD};
  later->group_count = later->numbers.count = 0;
  for (size_t i = 0; i < thread->frames.count; i++) {
    const struct frame *frame = &thread->frames.items[i];
    struct thread_sink sink = {.sink = {access_of_thread, NULL},
                               .later = later,
                               .machine = machine,
                               .state = state,
                               .thread = thread,
                               .frame = frame,
                               .rest = rest_at(later->rests, frame->function, frame->location),
                               .premises = premises};
    add_frame(&sink);
    if (i + 1 == thread->frames.count)
      prospect.lead = find_lead(&sink);
  }
  fill_prospect(later, &prospect, arena);
  return prospect;
}

bool prospect_allows(const struct prospect *prospect, const struct futures *futures,
                     const struct exact_access *access) {
  for (uint32_t i = 0; i < prospect->group_count; i++)
    if (!prospect->groups[i].guards)
      return futures_allow(futures, prospect->groups[i].future, access);
  return false;
}

static bool has_guard(const struct prospect *prospect, uint64_t guards, uint32_t number) {
  if (number == prospect->lead)
    return true;
  for (uint64_t left = guards; left; left &= left - 1)
    if (prospect->guards[__builtin_ctzll(left)] == number)
      return true;
  return false;
}

/* Are the guards of a group before among those of a group after? */
static bool is_less_guarded(const struct prospect *before, const struct later_group *old,
                            const struct prospect *after, const struct later_group *fresh) {
  for (uint64_t left = old->guards; left; left &= left - 1)
    if (!has_guard(after, fresh->guards, before->guards[__builtin_ctzll(left)]))
      return false;
  return true;
}

bool later_includes(struct later *later, const struct prospect *before,
                    const struct prospect *after) {
  for (uint32_t i = 0; i < after->group_count; i++) {
    bool is_included = false;
    future_draft_clear(later->all);
    for (uint32_t j = 0; j < before->group_count && !is_included; j++)
      if (is_less_guarded(before, &before->groups[j], after, &after->groups[i])) {
        is_included =
            futures_include(later->futures, before->groups[j].future, after->groups[i].future);
        futures_add_to_draft(later->futures, before->groups[j].future, later->all);
      }
    if (!is_included && !futures_include(later->futures, futures_intern(later->futures, later->all),
                                         after->groups[i].future))
      return false;
  }
  return true;
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
