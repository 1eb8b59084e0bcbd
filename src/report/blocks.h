/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to report/: the origins and names of heap blocks. A block has the name of the variable
 * or member that its address was first stored to: `pool`, `pool->workers`. A variable without a
 * pointed-to type, such as `p` in a wrapper of malloc, names it only until a better one gets the
 * address. Several blocks may have the same name and are then numbered, so names are known only at
 * the end: until then a block stands as \1bnumber\2 in a text. */
#ifndef REPORT_BLOCKS_H
#define REPORT_BLOCKS_H

#include "base/map.h"
#include "base/vector.h"
#include "program/program.h"

/* Where a heap block was allocated or freed. */
struct block_mark {
  uint32_t thread;
  struct position at;
  const char *function; /* of the library */
};

struct block {
  struct block_mark mark; /* of its allocation */
  uint64_t address;
  const char *name; /* with placeholders; NULL: it has none */
  const struct type *type;
  const char *final_name; /* set by blocks_finish */
};

struct blocks {
  const struct program *program;
  struct arena *arena;
  VECTOR(struct block) list; /* in the order of allocation */
  struct map last;           /* from an address to the last block there */
  VECTOR(struct block_mark) frees;
  struct map freed; /* from an address to the last of `frees` there */
};

void blocks_init(struct blocks *blocks, const struct program *program);
void blocks_release(struct blocks *blocks);

void blocks_add(struct blocks *blocks, uint64_t address, const struct block_mark *mark);
void blocks_add_free(struct blocks *blocks, uint64_t address, const struct block_mark *mark);
/* The number of the last block that begins at this address; false: none does. */
bool blocks_find(const struct blocks *blocks, uint64_t address, size_t *number);

/* Where the last block at this address was allocated or freed; NULL: none was. */
const struct block_mark *blocks_find_mark(const struct blocks *blocks, uint64_t address,
                                          bool freed);

/* Can the block there still get a name, or a better one? */
bool blocks_wants_name(const struct blocks *blocks, uint64_t address);
/* Its address went to what is called so and has this type (NULL: not known). */
void blocks_name(struct blocks *blocks, uint64_t address, const char *name,
                 const struct type *type);

/* When no more blocks come: numbers those of the same name. */
void blocks_finish(struct blocks *blocks);
void blocks_print_placeholder(struct text *out, size_t number);
/* What the placeholder stands for, numbered after blocks_finish: "pool", "job#2",
 * "block(list.c:20)". Names of other blocks and of threads in it are placeholders. */
void blocks_print_name(struct text *out, const struct blocks *blocks, size_t number);

#endif
