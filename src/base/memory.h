/* SPDX-License-Identifier: Apache-2.0 */
/* Memory by lifetime. Only base/ calls malloc. Exhaustion never returns: it calls the handler set
 * by the command, which ends the run as UNKNOWN. */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stddef.h>

/* Called once when memory is exhausted; must not return. The result is the handler before. */
void (*memory_set_exhausted_handler(void (*handler)(void)))(void);
/* Calls it: for libraries that allocate themselves. */
_Noreturn void memory_exhausted(void);

__attribute__((returns_nonnull)) void *memory_allocate(size_t size); /* uninitialised */
__attribute__((returns_nonnull)) void *memory_allocate_zeroed(size_t size);
__attribute__((returns_nonnull)) void *memory_resize(void *block, size_t size); /* like realloc */
void memory_release(void *block);                                               /* NULL is fine */

/* An arena frees everything at once; single blocks are never freed. Blocks are 16-byte aligned. */
struct arena;
struct arena *arena_create(void);
void arena_destroy(struct arena *arena);
void *arena_allocate(struct arena *arena, size_t size); /* zeroed */
void *arena_copy(struct arena *arena, const void *data, size_t size);
char *arena_copy_text(struct arena *arena, const char *text);
char *arena_format(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
size_t arena_size(const struct arena *arena); /* bytes obtained from the system */

#endif
