/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of variables that keep their first value: no code that can be reached stores anything else
 * there. Most programs initialise their mutexes to a plain kind, so nothing that the library does
 * for other kinds is written. A store of the first value changes nothing and is left out.
 *
 * fields.c calls this for each operation that it reaches, so code that only another value leads to
 * stores nothing. A part is known by its offset from the beginning of the variable, which is what a
 * register points to. That holds until an address of another part, or one that is not a register
 * plus a constant, is stored, passed on or chosen: then all of the variable may change. So it may
 * if the program made the address of numbers. */
#include "base/bits.h"
#include "program/access.h"
#include "sequentialize/flat.h"
#include "sequentialize/racing.h"

#include <string.h>

/* Is the store's part of the variable beyond its bounds, or does it change a byte that was known?
 */
static bool note_bytes(struct sequentializer *s, const struct object *object, uint64_t offset,
                       const struct edge_access *access, const struct term *value) {
  bool *changed = s->facts.changed[object - s->program->objects];
  bool is_exact = access->size && offset + access->size <= object->size && access->size <= 8;
  uint64_t first = is_exact ? offset : 0, end = is_exact ? offset + access->size : object->size;
  bool is_new = false;
  for (uint64_t i = first; i < end; i++) {
    unsigned char before = object->bytes ? object->bytes[i] : 0;
    bool is_same = is_exact && value && term_is_constant(value) && !racing_wanted(s) &&
                   (value->value >> 8 * (i - first) & 0xff) == before;
    is_new |= !is_same && !changed[i];
    changed[i] |= !is_same;
  }
  return is_new;
}

static bool change_all(struct sequentializer *s, const uint64_t *set) {
  const struct edge_access everything = {.size = 0};
  bool is_new = false;
  for (uint32_t i = 0; i < s->program->object_count; i++)
    if (bits_has(set, i))
      is_new |= note_bytes(s, &s->program->objects[i], 0, &everything, NULL);
  return is_new;
}

/* The beginning of the variables that a term points to, in a register, plus an offset. */
static bool is_exact_in(const struct sequentializer *s, const struct function *function,
                        const struct term *address, uint64_t *offset) {
  const struct term *base;
  return fields_resolve(s, function, address, offset, &base) &&
         !s->facts.definitions[function->number][base->value] &&
         !sharing_is_made(s->sharing, function, (uint32_t)base->value);
}

static uint64_t *pointees(const struct sequentializer *s, const struct function *function,
                          const struct term *term) {
  uint64_t *set = bits_create(bits_words(sharing_object_count(s->sharing)));
  sharing_add_pointees(s->sharing, function, term, set);
  return set;
}

bool unchanged_note_write(struct sequentializer *s, const struct flat_instance *instance,
                          const struct edge_access *access) {
  const struct term *address = flat_term(s, instance, access->address);
  const struct term *value =
      access->kind == EDGE_WRITE && access->stored ? flat_term(s, instance, access->stored) : NULL;
  if (term_is_constant(address)) {
    const struct object *object = program_find_object(s->program, address->value);
    return object && note_bytes(s, object, address->value - object->address, access, value);
  }
  uint64_t offset, *set = pointees(s, instance->function, access->address);
  bool is_new = false;
  if (!is_exact_in(s, instance->function, access->address, &offset))
    is_new = change_all(s, set);
  else
    for (uint32_t i = 0; i < s->program->object_count; i++)
      if (bits_has(set, i))
        is_new |= note_bytes(s, &s->program->objects[i], offset, access, value);
  memory_release(set);
  return is_new;
}

bool unchanged_note_value(struct sequentializer *s, const struct function *function,
                          const struct term *value) {
  uint64_t offset = 0;
  if (term_is_constant(value)) {
    const struct object *object = value->width == s->program->pointer_width
                                      ? program_find_object(s->program, value->value)
                                      : NULL;
    const struct edge_access everything = {.size = 0};
    return object && object->address != value->value && note_bytes(s, object, 0, &everything, NULL);
  }
  if (is_exact_in(s, function, value, &offset) && !offset)
    return false;
  uint64_t *set = bits_create(bits_words(sharing_object_count(s->sharing)));
  sharing_add_copied(s->sharing, function, value, set);
  bool is_new = change_all(s, set);
  memory_release(set);
  return is_new;
}

/* The first value of a part that keeps it. `is_known`: the part is exactly this one, whatever
 * points to other parts. */
static bool find_kept(const struct sequentializer *s, const struct object *object, bool is_known,
                      uint64_t offset, uint32_t size, uint64_t *value) {
  bool may_change = !is_known || sharing_is_written(s->sharing, object);
  if (object->function || object == s->program->opaque || size > 8 || offset > object->size ||
      size > object->size - offset)
    return false;
  *value = 0;
  for (uint32_t i = 0; i < size; i++) {
    if (may_change && s->facts.changed[object - s->program->objects][offset + i])
      return false;
    *value |= object->bytes ? (uint64_t)object->bytes[offset + i] << (8 * i) : 0;
  }
  return true;
}

bool unchanged_value(const struct sequentializer *s, const struct function *function,
                     const struct term *address, uint32_t size, uint64_t *value) {
  if (term_is_constant(address)) {
    const struct object *object = program_find_object(s->program, address->value);
    return object && find_kept(s, object, true, address->value - object->address, size, value);
  }
  uint64_t offset, other, *set = pointees(s, function, address);
  bool found = is_exact_in(s, function, address, &offset);
  size_t count = 0, words = bits_words(sharing_object_count(s->sharing));
  for (size_t i = bits_next(set, words, 0); found && i < sharing_object_count(s->sharing);
       i = bits_next(set, words, i + 1)) {
    found = i < s->program->object_count &&
            find_kept(s, &s->program->objects[i], false, offset, size, count++ ? &other : value) &&
            (count == 1 || other == *value);
  }
  memory_release(set);
  return found && count;
}

bool unchanged_is_store(struct sequentializer *s, const struct flat_instance *instance,
                        const struct edge *edge) {
  uint64_t value;
  if (edge->op != OPERATION_STORE || !s->facts.changed || !s->options->reduces_local)
    return false;
  const struct term *address = flat_term(s, instance, edge->store.address);
  return term_is_constant(address) &&
         unchanged_value(s, instance->function, address, edge->store.size, &value);
}

/* A pointer to a part of a variable among the first values of another one. */
static void note_first_values(struct sequentializer *s, const struct object *object) {
  unsigned word = s->program->pointer_width / 8;
  for (uint64_t at = 0; object->bytes && at + word <= object->size; at++) {
    uint64_t value = 0;
    memcpy(&value, object->bytes + at, word);
    const struct object *target = value ? program_find_object(s->program, value) : NULL;
    const struct edge_access everything = {.size = 0};
    if (target && target->address != value)
      note_bytes(s, target, 0, &everything, NULL);
  }
}

void unchanged_begin(struct sequentializer *s) {
  const struct program *program = s->program;
  s->facts.changed =
      arena_allocate(s->arena, (program->object_count + 1) * sizeof *s->facts.changed);
  for (uint32_t i = 0; i < program->object_count; i++)
    s->facts.changed[i] = arena_allocate(s->arena, program->objects[i].size + 1);
  for (uint32_t i = 0; i < program->object_count; i++)
    note_first_values(s, &program->objects[i]);
  for (uint32_t i = 0; i < program->thread_local_count; i++)
    note_first_values(s, &program->thread_locals[i]);
}
