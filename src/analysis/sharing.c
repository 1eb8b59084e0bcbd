/* SPDX-License-Identifier: Apache-2.0 */
/* Derives from points-to sets which threads can access which memory.
 *
 * Memory that no edge of a spawned thread accesses belongs to main. All other variables are shared.
 * An allocation is shared if its address can reach another thread: as the argument of a new thread,
 * or through memory that another thread accesses (a variable, a record, or a shared allocation). */
#include "analysis/sharing.h"

#include "analysis/pointers.h"

struct sharing {
  struct pointers pointers;
  uint64_t *shared, *written; /* sets of objects */
};

/* Functions that can run in a thread other than main's. */
static bool *find_spawned(const struct pointers *pointers) {
  uint32_t count = pointers->program->function_count;
  bool *spawned = memory_allocate_zeroed(count * sizeof *spawned);
  for (uint32_t i = 0; i < count; i++)
    spawned[i] = pointers->starts[i];
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < pointers->links.count; i++) {
      struct call_link link = pointers->links.items[i];
      if (!spawned[link.caller] || spawned[link.callee])
        continue;
      spawned[link.callee] = changed = true;
    }
  }
  return spawned;
}

static void add(uint64_t *set, const uint64_t *more, size_t words) {
  if (more)
    bits_join(set, more, words);
}

static uint64_t *empty_set(const struct pointers *pointers) {
  return bits_create(points_words(pointers->points));
}

/* What spawned threads touch, and what anybody writes. */
static void collect_accesses(const struct pointers *pointers, uint64_t *touched,
                             uint64_t *written) {
  size_t words = points_words(pointers->points);
  uint64_t *exposed = empty_set(pointers);
  bool *spawned = find_spawned(pointers);
  pointers_exposed(pointers, exposed);
  for (size_t i = 0; i < pointers->accesses.count; i++) {
    struct pointer_access access = pointers->accesses.items[i];
    const uint64_t *hit = points_of(pointers->points, access.address);
    bool wild = pointers->wild[access.address];
    if (spawned[access.function]) {
      add(touched, hit, words);
      add(touched, wild ? exposed : NULL, words);
    }
    if (access.writes) {
      add(written, hit, words);
      add(written, wild ? exposed : NULL, words);
    }
  }
  memory_release(spawned);
  memory_release(exposed);
}

static void find_shared(struct sharing *sharing) {
  const struct pointers *pointers = &sharing->pointers;
  size_t words = points_words(pointers->points);
  uint64_t *touched = empty_set(pointers);
  collect_accesses(pointers, touched, sharing->written);
  uint32_t record = pointers->record;
  for (uint32_t object = 0; object < record; object++)
    if (bits_has(touched, object))
      bits_add(sharing->shared, object);
  bits_add(sharing->shared, record);
  add(sharing->shared, points_of(pointers->points, pointers->spawned), words);
  pointers_close(pointers, sharing->shared);
  bits_intersect(sharing->shared, touched, words);
  memory_release(touched);
}

struct sharing *sharing_create(const struct program *program) {
  struct sharing *sharing = memory_allocate_zeroed(sizeof *sharing);
  pointers_build(&sharing->pointers, program);
  sharing->shared = empty_set(&sharing->pointers);
  sharing->written = empty_set(&sharing->pointers);
  find_shared(sharing);
  return sharing;
}

void sharing_destroy(struct sharing *sharing) {
  if (!sharing)
    return;
  pointers_release(&sharing->pointers);
  memory_release(sharing->shared);
  memory_release(sharing->written);
  memory_release(sharing);
}

/* The bit of a program object; all thread-locals are one with the record. */
static uint32_t number_of(const struct sharing *sharing, const struct object *object) {
  const struct program *program = sharing->pointers.program;
  if (program->object_count && object >= program->objects &&
      object < program->objects + program->object_count)
    return (uint32_t)(object - program->objects);
  return sharing->pointers.record;
}

bool sharing_of_object(const struct sharing *sharing, const struct object *object) {
  return sharing->pointers.has_spawn && points_in(sharing->shared, number_of(sharing, object));
}

bool sharing_of_allocation(const struct sharing *sharing, const struct edge *allocate) {
  uint64_t object;
  if (!sharing->pointers.has_spawn)
    return false;
  return !map_get(&sharing->pointers.allocations, (uint64_t)(uintptr_t)allocate, &object) ||
         points_in(sharing->shared, (uint32_t)object);
}

bool sharing_is_written(const struct sharing *sharing, const struct object *object) {
  return points_in(sharing->written, number_of(sharing, object));
}

/* The functions that the address of an indirect call or a spawn may point to. */
static size_t find_functions(const struct pointers *pointers, const struct edge *edge,
                             const struct function **out, size_t most) {
  size_t count = 0;
  uint64_t node;
  if (!map_get(&pointers->addresses, (uint64_t)(uintptr_t)edge, &node))
    return 0;
  if (pointers->wild[node])
    return SHARING_ANY_FUNCTION;
  for (uint32_t object = 0; object < pointers->record; object++) {
    const struct function *function = pointers->program->objects[object].function;
    if (!function || !function->locations ||
        !points_in(points_of(pointers->points, (uint32_t)node), object))
      continue;
    if (count < most)
      out[count] = function;
    count++;
  }
  return count;
}

size_t sharing_callees(const struct sharing *sharing, const struct edge *call,
                       const struct function **out, size_t most) {
  if (!call->call.callee)
    return find_functions(&sharing->pointers, call, out, most);
  if (most)
    out[0] = call->call.callee;
  return 1;
}

size_t sharing_started(const struct sharing *sharing, const struct edge *spawn,
                       const struct function **out, size_t most) {
  return find_functions(&sharing->pointers, spawn, out, most);
}

uint32_t sharing_object_count(const struct sharing *sharing) {
  return sharing->pointers.object_count;
}

uint32_t sharing_record(const struct sharing *sharing) { return sharing->pointers.record; }

bool sharing_find_allocation(const struct sharing *sharing, const struct edge *allocate,
                             uint32_t *number) {
  uint64_t object;
  if (!map_get(&sharing->pointers.allocations, (uint64_t)(uintptr_t)allocate, &object))
    return false;
  *number = (uint32_t)object;
  return true;
}

bool sharing_is_shared(const struct sharing *sharing, uint32_t number) {
  return sharing->pointers.has_spawn && points_in(sharing->shared, number);
}

static void add_operands(const struct pointers *pointers, uint32_t registers,
                         const struct term *term, uint64_t *set) {
  uint32_t objects[2];
  if (term->kind == TERM_CONSTANT && term->width >= pointers->program->pointer_width)
    for (unsigned i = pointers_near(pointers->program, term->value, objects); i-- > 0;)
      bits_add(set, objects[i]);
  if (term->kind == TERM_VARIABLE)
    add(set, points_of(pointers->points, registers + (uint32_t)term->value),
        points_words(pointers->points));
  if (term->kind != TERM_APPLY)
    return;
  for (unsigned i = 0, carrying = pointers_operands(term); i < term->arity; i++)
    if (carrying >> i & 1)
      add_operands(pointers, registers, term->operands[i], set);
}

bool sharing_is_made(const struct sharing *sharing, const struct function *function,
                     uint32_t number) {
  uint32_t registers = sharing->pointers.functions[function->number].registers;
  return registers != NO_NODE && sharing->pointers.made[registers + number];
}

void sharing_add_copied(const struct sharing *sharing, const struct function *function,
                        const struct term *term, uint64_t *set) {
  uint32_t registers = sharing->pointers.functions[function->number].registers;
  if (registers != NO_NODE)
    add_operands(&sharing->pointers, registers, term, set);
}

void sharing_add_pointees(const struct sharing *sharing, const struct function *function,
                          const struct term *term, uint64_t *set) {
  const struct pointers *pointers = &sharing->pointers;
  uint32_t registers = pointers->functions[function->number].registers;
  if (registers == NO_NODE)
    return;
  sharing_add_copied(sharing, function, term, set);
  if (!pointers_is_wild(pointers, registers, term))
    return;
  uint64_t *exposed = empty_set(pointers);
  pointers_exposed(pointers, exposed);
  add(set, exposed, points_words(pointers->points));
  memory_release(exposed);
}

void sharing_add_contents(const struct sharing *sharing, const uint64_t *objects, uint64_t *set) {
  const struct pointers *pointers = &sharing->pointers;
  for (uint32_t i = 0; i < pointers->object_count; i++)
    if (points_in(objects, i))
      add(set, points_of(pointers->points, i), points_words(pointers->points));
}
