/* SPDX-License-Identifier: Apache-2.0 */
/* Locks that need not be free when threads come to use them: in memory that holds anything, or with
 * words inside that the program has set itself. A call to take one may return, or let others pass,
 * without taking it. So the state has locks that may be such; a call of the function that
 * initialises a lock, or zeros there, make it free. */
#include "analysis/held_state.h"

#include "analysis/points.h"
#include "program/access.h"

#include <string.h>

static bool begins_with(const struct function *function, const char *text) {
  return strncmp(function->name, text, strlen(text)) == 0;
}

void held_find_words(const struct program *program, const struct function *function,
                     struct held_words words[HELD_LOCK_WORDS]) {
  uint32_t pointer = program->pointer_width / 8;
  uint32_t owner = pointer == 8 ? 24 : 8; /* in src/library/mutex.h */
  words[0] = (struct held_words){owner, owner + pointer};
  words[1] = (struct held_words){0, 0};
  if (!function) { /* it is not known which of them is called */
    words[1].end = pointer + 4;
  } else if (function->effect == EFFECT_ONCE || begins_with(function, "pthread_spin_")) {
    words[0] = (struct held_words){0, 4};
  } else if (begins_with(function, "pthread_rwlock_")) {
    words[0] = (struct held_words){0, pointer};           /* the writer */
    words[1] = (struct held_words){pointer, pointer + 4}; /* how many read */
  }
}

static bool are_zero(const unsigned char *bytes, uint64_t count) {
  for (uint64_t i = 0; i < count; i++)
    if (bytes[i])
      return false;
  return true;
}

bool held_begins_free(const struct held_analysis *held, const struct held_place *lock) {
  if (lock->object >= held->program->object_count)
    return true; /* note_allocation */
  const struct object *object = &held->program->objects[lock->object];
  for (unsigned i = 0; i < HELD_LOCK_WORDS; i++) {
    int64_t begin = lock->offset + lock->words[i].begin, end = lock->offset + lock->words[i].end;
    if (lock->offset < 0 || (uint64_t)end > object->size)
      return false;
    if (object->bytes && !are_zero(object->bytes + begin, (uint64_t)(end - begin)))
      return false;
  }
  return true;
}

/* Memory begins to exist: with zeros, or with anything. */
static void note_allocation(const struct held_analysis *held, const struct edge *edge,
                            struct held_state *state) {
  for (size_t i = 0; i < held->locks.count; i++) {
    uint64_t lock = (uint64_t)1 << i;
    uint32_t object = held->locks.items[i].object;
    if (object < held->program->object_count || held->allocations[object].edge != edge)
      continue;
    for (unsigned j = 0; j < HELD_LOCK_WORDS; j++)
      if (edge->allocate.zeroed)
        state->unready[j] &= ~lock;
      else if (held->locks.items[i].words[j].end)
        state->unready[j] |= lock;
  }
}

/* A write to known bytes of an object, or somewhere there. */
struct preset {
  const struct edge *edge;
  const struct edge_access *access;
  bool is_at, is_certain; /* at this offset; in no other object */
  int64_t offset;
  uint64_t size; /* UINT64_MAX: not known */
};

/* Is a byte that the write puts there 0? `from`: as seen from where it begins. */
static bool writes_zero(const struct held_analysis *held, const struct preset *preset, int64_t from,
                        uint64_t size) {
  const struct term *stored = preset->access->stored;
  if (preset->access->kind != EDGE_WRITE)
    return false;
  if (stored)
    return term_is_constant(stored) && !stored->value;
  const struct term *source = preset->edge->op == OPERATION_COPY ? preset->edge->copy.source : NULL;
  if (!source || !term_is_constant(source) || !preset->is_at)
    return false;
  const struct object *object = program_find_object(held->program, source->value);
  if (!object || !object->is_constant || !object->bytes)
    return false;
  uint64_t begin = source->value - object->address + (uint64_t)from;
  return begin <= object->size && size <= object->size - begin &&
         are_zero(object->bytes + begin, size);
}

static void note_write(const struct held_analysis *held, const struct preset *preset, size_t number,
                       unsigned word, struct held_state *state) {
  const struct held_place *lock = &held->locks.items[number];
  uint64_t bit = (uint64_t)1 << number;
  int64_t begin = lock->offset + lock->words[word].begin;
  int64_t end = lock->offset + lock->words[word].end;
  bool is_sized = preset->size <= INT32_MAX;
  int64_t last = preset->offset + (int64_t)preset->size;
  if (begin == end)
    return;
  if (!preset->is_at) {
    if (!writes_zero(held, preset, 0, 0))
      state->unready[word] |= bit;
    return;
  }
  if (preset->offset >= end || (is_sized && last <= begin))
    return;
  int64_t low = preset->offset > begin ? preset->offset : begin;
  int64_t high = is_sized && last < end ? last : end;
  if (!writes_zero(held, preset, low - preset->offset, (uint64_t)(high - low)))
    state->unready[word] |= bit;
  else if (preset->is_certain && is_sized && low == begin && high == end)
    state->unready[word] &= ~bit;
}

static void note_access(struct held_analysis *held, const struct function *function,
                        const struct edge *edge, const struct edge_access *access,
                        struct held_state *state) {
  struct held_place place;
  struct preset preset = {.edge = edge, .access = access, .size = access->size};
  preset.is_certain = held_find_place(held, function, access->address, &place);
  preset.is_at = offsets_of(held->offsets, function, access->address, &preset.offset);
  if (!access->size)
    preset.size =
        access->length && term_is_constant(access->length) ? access->length->value : UINT64_MAX;
  if (!preset.is_at && access->size > 1)
    return; /* held_may_hit_lock */
  held_find_pointees(held, function, access->address);
  for (size_t i = 0; i < held->locks.count; i++)
    for (unsigned j = 0; j < HELD_LOCK_WORDS; j++)
      if (points_in(held->set, held->locks.items[i].object))
        note_write(held, &preset, i, j, state);
}

void held_note_presets(struct held_analysis *held, const struct function *function,
                       const struct edge *edge, struct held_state *state) {
  struct edge_access list[MOST_ACCESSES];
  if (!held->locks.count)
    return;
  if (edge->op == OPERATION_ALLOCATE)
    note_allocation(held, edge, state);
  unsigned count = edge->op == OPERATION_FREE ? 0 : edge_accesses(edge, list);
  for (unsigned i = 0; i < count; i++)
    if (access_writes(&list[i]))
      note_access(held, function, edge, &list[i], state);
}
