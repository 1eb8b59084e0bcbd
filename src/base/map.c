/* SPDX-License-Identifier: Apache-2.0 */
/* Open addressing with linear probing; tables double at three quarters full. */
#include "base/map.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/vector.h"

#include <string.h>

struct map_entry {
  uint64_t key, value;
  bool used;
};

static struct map_entry *find(struct map_entry *entries, size_t capacity, uint64_t key) {
  size_t at = (size_t)hash_mix(key) & (capacity - 1);
  while (entries[at].used && entries[at].key != key)
    at = (at + 1) & (capacity - 1);
  return &entries[at];
}

static void map_grow(struct map *map) {
  size_t capacity = map->capacity ? map->capacity * 2 : 16;
  struct map_entry *entries = memory_allocate_zeroed(capacity * sizeof *entries);
  for (size_t i = 0; i < map->capacity; i++)
    if (map->entries[i].used)
      *find(entries, capacity, map->entries[i].key) = map->entries[i];
  memory_release(map->entries);
  map->entries = entries;
  map->capacity = capacity;
}

void map_set(struct map *map, uint64_t key, uint64_t value) {
  if (map->count * 4 >= map->capacity * 3)
    map_grow(map);
  struct map_entry *entry = find(map->entries, map->capacity, key);
  if (!entry->used)
    map->count++;
  *entry = (struct map_entry){key, value, true};
}

bool map_get(const struct map *map, uint64_t key, uint64_t *value) {
  if (!map->count)
    return false;
  const struct map_entry *entry = find(map->entries, map->capacity, key);
  if (entry->used && value)
    *value = entry->value;
  return entry->used;
}

void map_release(struct map *map) {
  memory_release(map->entries);
  *map = (struct map){0};
}

struct interned {
  const void *data;
  size_t size;
};

/* The half of the hash that is kept says where the search for a string begins: growing the table
 * need not look at the strings. */
struct map_slot {
  uint32_t number; /* 1 + number of the string, 0: free */
  uint32_t hash;
};

struct interner {
  struct arena *arena;
  VECTOR(struct interned) strings;
  struct map_slot *slots;
  size_t capacity;
};

struct interner *interner_create(void) {
  struct interner *interner = memory_allocate_zeroed(sizeof *interner);
  interner->arena = arena_create();
  return interner;
}

void interner_destroy(struct interner *interner) {
  if (!interner)
    return;
  arena_destroy(interner->arena);
  vector_release(&interner->strings);
  memory_release(interner->slots);
  memory_release(interner);
}

static void interner_grow(struct interner *interner) {
  size_t capacity = interner->capacity ? interner->capacity * 2 : 64;
  struct map_slot *slots = memory_allocate_zeroed(capacity * sizeof *slots);
  for (size_t i = 0; i < interner->capacity; i++) {
    struct map_slot slot = interner->slots[i];
    if (!slot.number)
      continue;
    size_t at = slot.hash & (capacity - 1);
    while (slots[at].number)
      at = (at + 1) & (capacity - 1);
    slots[at] = slot;
  }
  memory_release(interner->slots);
  interner->slots = slots;
  interner->capacity = capacity;
}

/* The slot of these bytes, or the free one they would get. */
static size_t find_slot(const struct interner *interner, const void *data, size_t size,
                        uint32_t hash) {
  size_t at = hash & (interner->capacity - 1);
  for (; interner->slots[at].number; at = (at + 1) & (interner->capacity - 1)) {
    if (interner->slots[at].hash != hash)
      continue;
    const struct interned *known = &interner->strings.items[interner->slots[at].number - 1];
    if (known->size == size && memcmp(known->data, data, size) == 0)
      break;
  }
  return at;
}

uint32_t interner_add(struct interner *interner, const void *data, size_t size, bool *added) {
  if (interner->strings.count * 4 >= interner->capacity * 3)
    interner_grow(interner);
  uint32_t hash = (uint32_t)hash_bytes(data, size);
  struct map_slot *slot = &interner->slots[find_slot(interner, data, size, hash)];
  bool fresh = !slot->number;
  if (added)
    *added = fresh;
  if (!fresh)
    return slot->number - 1;
  struct interned string = {arena_copy(interner->arena, data, size), size};
  vector_push(&interner->strings, string);
  *slot = (struct map_slot){(uint32_t)interner->strings.count, hash};
  return slot->number - 1;
}

bool interner_find(const struct interner *interner, const void *data, size_t size,
                   uint32_t *number) {
  if (!interner->capacity)
    return false;
  const struct map_slot *slot =
      &interner->slots[find_slot(interner, data, size, (uint32_t)hash_bytes(data, size))];
  *number = slot->number - 1;
  return slot->number != 0;
}

const void *interner_data(const struct interner *interner, uint32_t number, size_t *size) {
  if (size)
    *size = interner->strings.items[number].size;
  return interner->strings.items[number].data;
}

size_t interner_count(const struct interner *interner) { return interner->strings.count; }

size_t interner_memory(const struct interner *interner) {
  return arena_size(interner->arena) + interner->capacity * sizeof(struct map_slot) +
         interner->strings.capacity * sizeof(struct interned);
}
