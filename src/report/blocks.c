/* SPDX-License-Identifier: Apache-2.0 */
/* A list of blocks, found by address. */
#include "report/blocks.h"

#include "base/hash.h"
#include "base/text.h"
#include "program/type.h"

#include <string.h>

void blocks_init(struct blocks *blocks, const struct program *program) {
  *blocks = (struct blocks){.program = program, .arena = arena_create()};
}

void blocks_release(struct blocks *blocks) {
  vector_release(&blocks->list);
  vector_release(&blocks->frees);
  map_release(&blocks->last);
  map_release(&blocks->freed);
  arena_destroy(blocks->arena);
}

void blocks_add(struct blocks *blocks, uint64_t address, const struct block_mark *mark) {
  map_set(&blocks->last, address, blocks->list.count);
  vector_push(&blocks->list, (struct block){.mark = *mark, .address = address});
}

void blocks_add_free(struct blocks *blocks, uint64_t address, const struct block_mark *mark) {
  map_set(&blocks->freed, address, blocks->frees.count);
  vector_push(&blocks->frees, *mark);
}

const struct block_mark *blocks_find_mark(const struct blocks *blocks, uint64_t address,
                                          bool freed) {
  uint64_t index;
  if (!map_get(freed ? &blocks->freed : &blocks->last, address, &index))
    return NULL;
  return freed ? &blocks->frees.items[index] : &blocks->list.items[index].mark;
}

bool blocks_find(const struct blocks *blocks, uint64_t address, size_t *number) {
  uint64_t found;
  if (!map_get(&blocks->last, address, &found))
    return false;
  *number = (size_t)found;
  return true;
}

static bool is_typed(const struct type *type) {
  return type && type->kind == TYPE_POINTER && type->element;
}

bool blocks_wants_name(const struct blocks *blocks, uint64_t address) {
  size_t number;
  return blocks_find(blocks, address, &number) &&
         (!blocks->list.items[number].name || !blocks->list.items[number].type);
}

void blocks_name(struct blocks *blocks, uint64_t address, const char *name,
                 const struct type *type) {
  size_t number;
  if (!blocks_wants_name(blocks, address) || !blocks_find(blocks, address, &number))
    return;
  struct block *block = &blocks->list.items[number];
  if (block->name && !is_typed(type))
    return;
  block->name = arena_copy_text(blocks->arena, name);
  block->type = is_typed(type) ? type->element : NULL;
}

void blocks_print_placeholder(struct text *out, size_t number) {
  text_format(out, "\1b%zu\2", number);
}

/* Without its number among those of the same name. */
static void print_plain_name(struct text *out, const struct blocks *blocks,
                             const struct block *block) {
  if (block->name) {
    text_add(out, block->name);
    return;
  }
  struct text position = {0};
  program_print_position(&position, blocks->program, block->mark.at);
  const char *slash = strrchr(text_get(&position), '/');
  if (block->mark.at.line)
    text_format(out, "block(%s)", slash ? slash + 1 : text_get(&position));
  else
    text_add(out, "block");
  text_release(&position);
}

/* Numbers go by the hash of the name. */
void blocks_finish(struct blocks *blocks) {
  struct map counts = {0}, ranks = {0};
  for (int pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < blocks->list.count; i++) {
      struct text name = {0};
      struct block *block = &blocks->list.items[i];
      print_plain_name(&name, blocks, block);
      uint64_t key = hash_bytes(text_get(&name), name.length), alike = 0, rank = 0;
      map_get(&counts, key, &alike);
      map_get(&ranks, key, &rank);
      if (pass == 0)
        map_set(&counts, key, alike + 1);
      else
        map_set(&ranks, key, rank + 1);
      if (pass == 1 && alike > 1)
        text_format(&name, "#%llu", (unsigned long long)rank + 1);
      if (pass == 1)
        block->final_name = arena_copy_text(blocks->arena, text_get(&name));
      text_release(&name);
    }
  map_release(&counts);
  map_release(&ranks);
}

void blocks_print_name(struct text *out, const struct blocks *blocks, size_t number) {
  const struct block *block = &blocks->list.items[number];
  if (block->final_name)
    text_add(out, block->final_name);
  else
    print_plain_name(out, blocks, block);
}
