/* SPDX-License-Identifier: Apache-2.0 */
/* A hash map from 64-bit keys (numbers or pointers) to 64-bit values, and an interner of byte
 * strings built on the same table. */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct map {
  struct map_entry *entries;
  size_t count, capacity; /* capacity is a power of two or 0 */
};

void map_set(struct map *map, uint64_t key, uint64_t value);
bool map_get(const struct map *map, uint64_t key, uint64_t *value); /* value may be NULL */
void map_release(struct map *map);

/* Gives equal byte strings equal numbers 0, 1, 2, …; the bytes live as long as the interner. */
struct interner;
struct interner *interner_create(void);
void interner_destroy(struct interner *interner);
/* `added`, if not NULL, tells whether the bytes were new. */
uint32_t interner_add(struct interner *interner, const void *data, size_t size, bool *added);
/* The number of bytes that are known already; false: they are not. */
bool interner_find(const struct interner *interner, const void *data, size_t size,
                   uint32_t *number);
const void *interner_data(const struct interner *interner, uint32_t number, size_t *size);
size_t interner_count(const struct interner *interner);
size_t interner_memory(const struct interner *interner);

#endif
