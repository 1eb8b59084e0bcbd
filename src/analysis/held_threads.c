/* SPDX-License-Identifier: Apache-2.0 */
/* How threads come and go. A function with a SPAWN edge creates threads that begin, by way of the
 * library, in what it is given as an argument. A join ends a thread if it is told which one: its id
 * was stored at a place where only the creation of that kind of threads stores, and there is never
 * more than one of them. */
#include "analysis/held_state.h"

#include "analysis/points.h"

#include <string.h>

enum { MOST_STARTED = 64 };

static const struct edge *find_spawn(const struct function *function) {
  for (uint32_t i = 0; function->is_library && i < function->edge_count; i++)
    if (function->edges[i].op == OPERATION_SPAWN)
      return &function->edges[i];
  return NULL;
}

/* Which parameter a term is. */
static bool find_parameter(const struct function *function, const struct term *term,
                           uint32_t *position) {
  for (uint32_t i = 0; term->kind == TERM_VARIABLE && i < function->parameter_count; i++)
    if (function->parameters[i] == term->value) {
      *position = i;
      return true;
    }
  return false;
}

static uint32_t add_kind(struct held_analysis *held, const struct held_context *context,
                         const struct function *start, const struct function *runner,
                         const struct edge *call) {
  for (uint32_t i = 1; i < held->kinds.count; i++)
    if (held->kinds.items[i].start == start && held->kinds.items[i].call == call)
      return i;
  if (held->kinds.count == HELD_MOST_KINDS) {
    obstacle_note(&held->obstacle, "too many kinds of threads", context->function, call);
    return 0;
  }
  vector_push(&held->kinds,
              (struct held_kind){
                  .start = start, .runner = runner, .call = call, .caller = context->function});
  return (uint32_t)held->kinds.count - 1;
}

static void note_handle(struct held_analysis *held, const struct held_context *context,
                        const struct edge *call, struct held_kind *kind) {
  struct held_place place;
  bool is_known = held_find_place(held, context->function, call->call.arguments[0], &place);
  if (!is_known || (kind->has_handle &&
                    (kind->handle.object != place.object || kind->handle.offset != place.offset)))
    kind->has_handles = true;
  kind->has_handle = true;
  if (is_known)
    kind->handle = place;
}

static void note_creation(struct held_analysis *held, const struct held_context *context,
                          const struct held_state *state, uint32_t number) {
  uint64_t bit = (uint64_t)1 << number;
  struct held_kind *kind = &held->kinds.items[number];
  if (context->kind) {
    held->kinds.items[context->kind].creates |= bit;
    kind->is_free = true;
    return;
  }
  kind->meets |= state->running;
  for (uint32_t i = 1; i < held->kinds.count; i++)
    if (state->running >> i & 1)
      held->kinds.items[i].meets |= bit;
}

bool held_create_thread(struct held_analysis *held, const struct held_context *context,
                        const struct edge *call, const struct function *callee,
                        const struct held_state *state, uint64_t *created) {
  const struct edge *spawn = find_spawn(callee);
  const struct function *runners[2];
  uint32_t position;
  if (!spawn)
    return false;
  /* The pass `constants` replaces the parameter if all calls start the same function. */
  const struct term *start = spawn->spawn.arguments[0];
  if (find_parameter(callee, start, &position) && position < call->call.argument_count)
    start = call->call.arguments[position];
  else if (!term_is_constant(start))
    start = NULL;
  if (sharing_started(held->sharing, spawn, runners, 2) != 1 || !start ||
      !call->call.argument_count) {
    obstacle_note(&held->obstacle, "threads that are created in an unusual way", context->function,
                  call);
    return true;
  }
  held_find_pointees(held, context->function, start);
  uint64_t *functions = bits_create(held->words);
  bits_copy(functions, held->set, held->words);
  for (uint32_t i = 0; i < held->program->object_count; i++) {
    const struct function *started = held->program->objects[i].function;
    if (!points_in(functions, i) || !started || !started->locations)
      continue;
    uint32_t number = add_kind(held, context, started, runners[0], call);
    if (!number)
      break;
    *created |= (uint64_t)1 << number;
    note_handle(held, context, call, &held->kinds.items[number]);
    note_creation(held, context, state, number);
  }
  memory_release(functions);
  if (!*created)
    obstacle_note(&held->obstacle, "a thread that begins in a function that is not known",
                  context->function, call);
  return true;
}

struct definitions {
  uint32_t wanted, count;
};

static void count_definition(uint32_t number, void *context) {
  struct definitions *definitions = context;
  definitions->count += number == definitions->wanted;
}

/* The edge that gives the register its value, if there is just one. */
static const struct edge *find_definition(const struct function *function, uint32_t number) {
  struct definitions definitions = {number, 0};
  const struct edge *found = NULL;
  for (uint32_t i = 0; i < function->edge_count; i++) {
    uint32_t before = definitions.count;
    edge_visit_definitions(&function->edges[i], count_definition, &definitions);
    if (definitions.count > before)
      found = &function->edges[i];
  }
  for (uint32_t i = 0; i < function->parameter_count; i++)
    definitions.count += function->parameters[i] == number;
  return definitions.count == 1 ? found : NULL;
}

/* Can a thread know the id of the one that created it? If it joins that one, a join of its own id
 * may fail without being misuse. */
static bool knows_creator(const struct program *program) {
  for (uint32_t i = 0; i < program->function_count; i++)
    if (program->functions[i]->tells_threads_apart && program->functions[i]->is_library)
      return true;
  return false;
}

uint64_t held_join_thread(struct held_analysis *held, const struct held_context *context,
                          const struct edge *call, const struct function *callee,
                          const struct held_state *state) {
  struct held_place place;
  if (context->kind && callee->effect == EFFECT_JOINS && knows_creator(held->program))
    held->joins_may_fail = true;
  if (context->kind || callee->effect != EFFECT_JOINS || !call->call.argument_count ||
      call->call.arguments[0]->kind != TERM_VARIABLE)
    return 0;
  const struct edge *load =
      find_definition(context->function, (uint32_t)call->call.arguments[0]->value);
  if (!load || load->op != OPERATION_LOAD || load->load.size != held->program->pointer_width / 8 ||
      !held_find_place(held, context->function, load->load.address, &place))
    return 0;
  uint64_t ended = 0, running = 0;
  for (uint32_t i = 1; i < held->kinds.count; i++) {
    const struct held_kind *kind = &held->kinds.items[i];
    if (!kind->has_handle || kind->has_handles || held->never_joined >> i & 1 ||
        kind->handle.object != place.object || kind->handle.offset != place.offset)
      continue;
    ended |= (uint64_t)1 << i;
    running |= state->running & (uint64_t)1 << i;
  }
  if (running & (running - 1))
    return 0;
  for (uint32_t i = 1; i < held->kinds.count; i++)
    held->kinds.items[i].is_joined |= ended >> i & 1;
  return ended;
}

/* Does an access write where the ids of the kind's threads are, other than by creating them? */
static bool spoils(struct held_analysis *held, const struct held_access *access,
                   const struct held_kind *kind) {
  int64_t offset, word = held->program->pointer_width / 8;
  if (!access->writes || find_spawn(access->function))
    return false;
  held_find_pointees(held, access->function, access->address);
  if (!points_in(held->set, kind->handle.object))
    return false;
  if (access->size > INT32_MAX ||
      !offsets_of(held->offsets, access->function, access->address, &offset))
    return true;
  return offset < kind->handle.offset + word &&
         kind->handle.offset < offset + (int64_t)access->size;
}

/* May the creation of another kind's threads store an id there? */
static bool stores_at(struct held_analysis *held, const struct held_kind *kind,
                      const struct held_place *place) {
  int64_t offset;
  const struct term *handle = kind->call->call.arguments[0];
  held_find_pointees(held, kind->caller, handle);
  return points_in(held->set, place->object) &&
         (!offsets_of(held->offsets, kind->caller, handle, &offset) || offset == place->offset);
}

/* Is it not known of each thread whose id may be where the kind's ids are when it runs? */
static bool is_mixed_up(struct held_analysis *held, uint32_t number, uint64_t unjoined) {
  const struct held_place *place = &held->kinds.items[number].handle;
  for (uint32_t i = 1; i < held->kinds.count; i++) {
    const struct held_kind *other = &held->kinds.items[i];
    if (i != number && (other->is_free || other->has_handles || unjoined >> i & 1) &&
        stores_at(held, other, place))
      return true;
  }
  return false;
}

uint64_t held_find_unjoined(struct held_analysis *held) {
  uint64_t found = 0;
  for (uint32_t i = 1; i < held->kinds.count; i++) {
    const struct held_kind *kind = &held->kinds.items[i];
    if (!kind->is_joined || held->never_joined >> i & 1)
      continue;
    bool is_spoilt = held->joins_may_fail || kind->has_handles || kind->is_free || kind->creates ||
                     kind->meets >> i & 1 || is_mixed_up(held, i, held->never_joined | found);
    for (size_t j = 0; !is_spoilt && j < held->accesses.count; j++)
      is_spoilt = spoils(held, &held->accesses.items[j], kind);
    if (is_spoilt)
      found |= (uint64_t)1 << i;
  }
  return found;
}
