/* SPDX-License-Identifier: Apache-2.0 */
/* Checked allocation and arenas: chains of growing chunks, filled from the front. */
#include "base/memory.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 16, FIRST_CHUNK = 16 * 1024, LARGEST_CHUNK = 4 * 1024 * 1024 };

struct chunk {
  struct chunk *previous;
  size_t size, used;
  _Alignas(ALIGNMENT) unsigned char data[];
};

struct arena {
  struct chunk *current;
  size_t total, next_size;
};

/* The one piece of global state: exhaustion can happen where no run is at hand. */
static void (*exhausted_handler)(void);

void (*memory_set_exhausted_handler(void (*handler)(void)))(void) {
  void (*before)(void) = exhausted_handler;
  exhausted_handler = handler;
  return before;
}

void memory_exhausted(void) {
  if (exhausted_handler)
    exhausted_handler();
  fputs("heddle: out of memory\n", stderr);
  _Exit(20);
}

void *memory_allocate(size_t size) {
  void *block = malloc(size ? size : 1);
  if (!block)
    memory_exhausted();
  return block;
}

void *memory_allocate_zeroed(size_t size) {
  void *block = calloc(1, size ? size : 1);
  if (!block)
    memory_exhausted();
  return block;
}

void *memory_resize(void *block, size_t size) {
  void *resized = realloc(block, size ? size : 1);
  if (!resized)
    memory_exhausted();
  return resized;
}

void memory_release(void *block) { free(block); }

struct arena *arena_create(void) {
  struct arena *arena = memory_allocate_zeroed(sizeof *arena);
  arena->next_size = FIRST_CHUNK;
  return arena;
}

void arena_destroy(struct arena *arena) {
  if (!arena)
    return;
  for (struct chunk *chunk = arena->current, *previous; chunk; chunk = previous) {
    previous = chunk->previous;
    memory_release(chunk);
  }
  memory_release(arena);
}

static void add_chunk(struct arena *arena, size_t needed) {
  size_t size = arena->next_size;
  if (size < needed)
    size = needed;
  if (arena->next_size < LARGEST_CHUNK)
    arena->next_size *= 2;
  struct chunk *chunk = memory_allocate(sizeof *chunk + size);
  chunk->previous = arena->current;
  chunk->size = size;
  chunk->used = 0;
  arena->current = chunk;
  arena->total += sizeof *chunk + size;
}

void *arena_allocate(struct arena *arena, size_t size) {
  if (size > SIZE_MAX / 2)
    memory_exhausted();
  size_t rounded = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  if (!arena->current || arena->current->size - arena->current->used < rounded)
    add_chunk(arena, rounded);
  struct chunk *chunk = arena->current;
  void *block = chunk->data + chunk->used;
  chunk->used += rounded;
  return memset(block, 0, rounded);
}

void *arena_copy(struct arena *arena, const void *data, size_t size) {
  void *copy = arena_allocate(arena, size);
  if (size)
    memcpy(copy, data, size);
  return copy;
}

char *arena_copy_text(struct arena *arena, const char *text) {
  return arena_copy(arena, text, strlen(text) + 1);
}

char *arena_format(struct arena *arena, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int length = vsnprintf(NULL, 0, format, list);
  va_end(list);
  char *text = arena_allocate(arena, (size_t)length + 1);
  va_start(list, format);
  vsnprintf(text, (size_t)length + 1, format, list);
  va_end(list);
  return text;
}

size_t arena_size(const struct arena *arena) { return arena->total; }
