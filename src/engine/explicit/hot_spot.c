/* SPDX-License-Identifier: Apache-2.0 */
/* Local states of a thread with equal frames, registers and objects are one component of the
 * store. So the components of threads in a loop are the different local states there. The loop
 * with the most of them multiplies the states, unless a variable of the program has more values. */
#include "engine/explicit/hot_spot.h"

#include "analysis/loops.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/map.h"
#include "base/number.h"
#include "base/vector.h"
#include "explore/explorer.h"

enum { MOST_STATES = 4000, MOST_VARIABLES = 200, LARGEST_VARIABLE = 4096 };
static const double most_seconds = 0.15; /* of the processor; the time is already over */

struct place_count {
  struct position at;
  bool is_loop;
  uint32_t ways;
};

struct counting {
  struct arena *arena;
  struct map loops;  /* of functions */
  struct map seen;   /* components by thread */
  struct map places; /* functions and locations to indices in `counts` */
  VECTOR(struct place_count) counts;
  VECTOR(uint32_t) variables; /* indices in program.objects */
  VECTOR(uint32_t) values;    /* number of values of each */
};

static const struct loops *loops_of(struct counting *counting, const struct function *function) {
  uint64_t found = 0;
  if (!map_get(&counting->loops, function->number, &found)) {
    found = (uintptr_t)loops_create(counting->arena, function);
    map_set(&counting->loops, function->number, found);
  }
  return (const struct loops *)(uintptr_t)found;
}

/* The innermost frame of the user's code, or NULL. */
static const struct frame *find_frame(const struct thread *thread) {
  for (size_t i = thread->frames.count; i-- > 0;)
    if (!thread->frames.items[i].function->is_library)
      return &thread->frames.items[i];
  return NULL;
}

static struct position position_of(const struct function *function, uint32_t location) {
  const struct location *from = &function->locations[location];
  for (uint32_t i = 0; i < from->edge_count; i++)
    if (function->edges[from->first_edge + i].at.line)
      return function->edges[from->first_edge + i].at;
  return (struct position){0};
}

/* Counts a local state that is seen for the first time. */
static void count_way(struct counting *counting, const struct frame *frame) {
  const struct function *function = frame->function;
  const struct loops *loops = loops_of(counting, function);
  const struct location_loops *at = &loops->locations[frame->location];
  bool is_loop = !loops->too_deep && at->depth > 0;
  uint32_t location = is_loop ? at->heads[at->depth - 1] : frame->location;
  uint64_t key = (uint64_t)function->number << 32 | location, index = 0;
  if (!map_get(&counting->places, key, &index)) {
    index = counting->counts.count;
    map_set(&counting->places, key, index);
    struct place_count fresh = {.at = position_of(function, location), .is_loop = is_loop};
    vector_push(&counting->counts, fresh);
  }
  counting->counts.items[index].ways++;
}

static void look_at(struct counting *counting, struct explorer *explorer, uint32_t number) {
  explorer_load(explorer, number);
  const struct state *state = explorer->state;
  size_t count;
  const uint32_t *components = store_components(explorer->store, number, &count);
  for (size_t i = 0; i < state->thread_count; i++) {
    const struct thread *thread = state->threads[i];
    uint64_t key = (uint64_t)thread->number << 32 | components[store_index_of_thread(state, i)];
    const struct frame *frame = find_frame(thread);
    if (!frame || map_get(&counting->seen, key, NULL))
      continue;
    map_set(&counting->seen, key, 1);
    count_way(counting, frame);
  }
}

static void choose_variables(struct counting *counting, const struct program *program) {
  for (uint32_t i = 0; i < program->object_count && counting->variables.count < MOST_VARIABLES;
       i++) {
    const struct object *object = &program->objects[i];
    if (object->is_library || object->is_constant || object->function ||
        object == program->opaque || !object->at.line || object->size > LARGEST_VARIABLE)
      continue;
    vector_push(&counting->variables, i);
    vector_push(&counting->values, 0);
  }
}

static void look_at_variables(struct counting *counting, const struct state *state) {
  for (size_t i = 0; i < counting->variables.count; i++) {
    uint32_t object = counting->variables.items[i];
    size_t size = state->domain->content_size(state->program->objects[object].size);
    uint64_t hash = hash_bytes(state->variables + state->variable_offsets[object], size);
    uint64_t key = hash_combine(hash, UINT64_MAX - object);
    if (map_get(&counting->seen, key, NULL))
      continue;
    map_set(&counting->seen, key, 1);
    counting->values.items[i]++;
  }
}

static void prefer_variable(const struct counting *counting, const struct program *program,
                            struct hot_spot *spot) {
  for (size_t i = 0; i < counting->variables.count; i++) {
    uint32_t object = counting->variables.items[i];
    if (counting->values.items[i] <= spot->ways || counting->values.items[i] < 2)
      continue;
    spot->kind = SPOT_VARIABLE;
    spot->object = object;
    spot->at = program->objects[object].at;
    spot->ways = counting->values.items[i];
  }
}

/* A stride by which all states are visited once, evenly spread even at first: near the golden
 * section of their number, and without a common divisor. */
static uint64_t stride_over(uint64_t count) {
  uint64_t stride = (uint64_t)((double)count * 0.6180339887498949) + 1;
  while (number_divisor(stride, count) != 1)
    stride++;
  return stride;
}

struct hot_spot hot_spot_find(struct explorer *explorer, size_t count) {
  struct counting counting = {.arena = arena_create()};
  struct hot_spot spot = {0};
  double end = clock_cpu_seconds() + most_seconds;
  uint64_t stride = stride_over(count);
  const struct program *program = explorer->machine.program;
  choose_variables(&counting, program);
  while (spot.states < count && spot.states < MOST_STATES &&
         (spot.states % 64 || clock_cpu_seconds() < end)) {
    look_at(&counting, explorer, (uint32_t)(spot.states * stride % count));
    look_at_variables(&counting, explorer->state);
    spot.states++;
  }
  vector_each (place, &counting.counts) {
    if (!place->at.line || place->ways < 2 || place->ways <= spot.ways)
      continue;
    spot.at = place->at;
    spot.kind = place->is_loop ? SPOT_LOOP : SPOT_PLACE;
    spot.ways = place->ways;
  }
  prefer_variable(&counting, program, &spot);
  vector_release(&counting.counts);
  vector_release(&counting.variables);
  vector_release(&counting.values);
  map_release(&counting.loops);
  map_release(&counting.seen);
  map_release(&counting.places);
  arena_destroy(counting.arena);
  return spot;
}
