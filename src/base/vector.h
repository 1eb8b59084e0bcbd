/* SPDX-License-Identifier: Apache-2.0 */
/* Growing arrays. `VECTOR(int) v = {0};  vector_push(&v, 3);  v.items[0];  v.count;`
 * The same VECTOR(type) written twice is two types: name a struct to pass one around. */
#ifndef BASE_VECTOR_H
#define BASE_VECTOR_H

#include "base/memory.h"

#include <stddef.h>
#include <string.h>

#define VECTOR(type)                                                                               \
  struct {                                                                                         \
    type *items;                                                                                   \
    size_t count, capacity;                                                                        \
  }

#define vector_push(vector, ...)                                                                   \
  do {                                                                                             \
    vector_reserve((vector), (vector)->count + 1);                                                 \
    (vector)->items[(vector)->count++] = (__VA_ARGS__);                                            \
  } while (0)

/* Room for at least `wanted` items in all. */
#define vector_reserve(vector, wanted)                                                             \
  do {                                                                                             \
    if ((vector)->capacity < (wanted))                                                             \
      (vector)->items =                                                                            \
          vector_grow((vector)->items, &(vector)->capacity, (wanted), sizeof *(vector)->items);    \
  } while (0)

#define vector_last(vector) ((vector)->items[(vector)->count - 1])
#define vector_pop(vector) ((vector)->items[--(vector)->count])
#define vector_release(vector)                                                                     \
  do {                                                                                             \
    memory_release((vector)->items);                                                               \
    (vector)->items = NULL;                                                                        \
    (vector)->count = (vector)->capacity = 0;                                                      \
  } while (0)

/* Appends `more` items of the same type. */
#define vector_append(vector, from, more)                                                          \
  do {                                                                                             \
    size_t more_in_vector = (more);                                                                \
    _Static_assert(sizeof *(from) == sizeof *(vector)->items, "items of another type");            \
    vector_reserve((vector), (vector)->count + more_in_vector);                                    \
    if (more_in_vector) /* nothing may have no address */                                          \
      memcpy((vector)->items + (vector)->count, (from), more_in_vector * sizeof *(from));          \
    (vector)->count += more_in_vector;                                                             \
  } while (0)

/* Makes sure that there is an item with this index; those that are new are zero. */
#define vector_ensure(vector, index)                                                               \
  do {                                                                                             \
    size_t wanted_in_vector = (size_t)(index) + 1;                                                 \
    if ((vector)->count < wanted_in_vector) {                                                      \
      vector_reserve((vector), wanted_in_vector);                                                  \
      memset((vector)->items + (vector)->count, 0,                                                 \
             (wanted_in_vector - (vector)->count) * sizeof *(vector)->items);                      \
      (vector)->count = wanted_in_vector;                                                          \
    }                                                                                              \
  } while (0)

/* Releases a vector of vectors, or of structs that have one as a member. */
#define vector_release_all(vector)                                                                 \
  do {                                                                                             \
    for (size_t at_in_vector = 0; at_in_vector < (vector)->count; at_in_vector++)                  \
      vector_release(&(vector)->items[at_in_vector]);                                              \
    vector_release(vector);                                                                        \
  } while (0)
#define vector_release_members(vector, member)                                                     \
  do {                                                                                             \
    for (size_t at_in_vector = 0; at_in_vector < (vector)->count; at_in_vector++)                  \
      vector_release(&(vector)->items[at_in_vector].member);                                       \
    vector_release(vector);                                                                        \
  } while (0)

/* A loop over the items: `vector_each(job, &jobs) …` with a pointer `job` to one after the other.
 * The vector may grow meanwhile. The inner loop runs once for each item, and not to its end if the
 * body breaks it off, which ends the outer one. */
#define vector_each(item, vector)                                                                  \
  for (size_t item##_at = 0, item##_ends = 0; !item##_ends && item##_at < (vector)->count;         \
       item##_at++)                                                                                \
    for (__typeof__(*(vector)->items) *(item) = (item##_ends = 1, &(vector)->items[item##_at]);    \
         (item); (item) = NULL, item##_ends = 0)

/* Used by the macros only. */
__attribute__((returns_nonnull)) void *vector_grow(void *items, size_t *capacity, size_t wanted,
                                                   size_t item_size);

#endif
