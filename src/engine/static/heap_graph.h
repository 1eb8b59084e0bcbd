/* SPDX-License-Identifier: Apache-2.0 */
/* Inside engine/static/: symbolic heaps, the blocks that one thread owns at a place, or that a lock
 * owns while it is free.
 *
 * A block is one block of an execution, or many of one allocation that no name leads to. A field
 * that may lead to blocks lists them; `other` stands for anything else, also for an address of a
 * block that belongs to another owner. What is `other` is never followed.
 *
 * How many fields may lead to a block, of those whose list has it, tells which block is left
 * without any once a field changes (Sagiv, Reps, Wilhelm: "Solving Shape-Analysis Problems in
 * Languages with Destructive Updating", TOPLAS 1998). */
#ifndef ENGINE_STATIC_HEAP_GRAPH_H
#define ENGINE_STATIC_HEAP_GRAPH_H

#include "base/memory.h"
#include "base/vector.h"

#include <stdbool.h>
#include <stdint.h>

enum { MOST_HEAP_DEGREE = 4 };
enum { MOST_HEAP_BLOCKS = 24, MOST_HEAP_FIELDS = 8, MOST_HEAP_NAMES = 48 };
#define NO_HEAP_BLOCK UINT32_MAX

/* What a pointer in a block may lead to. */
struct heap_targets {
  uint32_t blocks; /* bits: the beginning of one of these */
  bool null, other;
};

struct heap_field {
  int64_t offset;
  struct heap_targets to;
};

struct heap_block {
  uint32_t site;   /* the newest object of the allocation */
  uint32_t reach;  /* of many: the blocks with names that lead to them */
  uint64_t lender; /* a lock that is held shared and that owns it, or 0 */
  uint32_t field_count;
  uint32_t degree; /* at most so many fields lead to it, or to each of many; the most: any number */
  uint32_t from_many; /* … of blocks of which there are many */
  bool is_there, is_many;
  bool is_one;    /* of many: there is at most one */
  bool is_zeroed; /* a field that is not listed is NULL; else it is `other` */
  struct heap_field fields[MOST_HEAP_FIELDS]; /* by offset */
};

enum heap_value_kind {
  HEAP_OTHER,
  HEAP_NULL,
  HEAP_BLOCK,
  HEAP_CELL,
  HEAP_NO_PLACE, /* a number that is the address of nothing */
  HEAP_BIT,      /* of a register of one bit: `base` */
};

/* What a register or a cell holds. */
struct heap_value {
  enum heap_value_kind kind;
  uint32_t base;  /* HEAP_BLOCK: the block; HEAP_CELL: the object; HEAP_BIT: 0 or 1 */
  bool is_inside; /* HEAP_BLOCK: at an offset that is not known */
  int64_t offset;
};

/* A register or a cell, by key; those that are missing hold HEAP_OTHER. */
struct heap_name {
  uint64_t key;
  struct heap_value value;
};

struct heap {
  uint64_t held, shared; /* locks whose blocks it has: to change, to read */
  bool is_full;          /* it has no room for what it should hold */
  uint32_t name_count;
  struct heap_block blocks[MOST_HEAP_BLOCKS];
  struct heap_name names[MOST_HEAP_NAMES]; /* by key */
};

typedef VECTOR(struct heap *) heap_list;

struct heap *heap_copy(const struct heap *heap);
void heap_list_release(heap_list *list);

uint32_t heap_add_block(struct heap *heap, uint32_t site, bool is_zeroed);
/* The block is gone: what led to it leads to `other`. */
void heap_remove_blocks(struct heap *heap, uint32_t blocks);
struct heap_targets heap_read(const struct heap_block *block, int64_t offset);
/* A store of a pointer, or of anything to bytes of the block. */
void heap_write(struct heap *heap, uint32_t number, int64_t offset, const struct heap_value *value);
void heap_clobber(struct heap *heap, uint32_t number, int64_t low, int64_t end);
/* The values that a load may give, each in a heap in which it does; takes the heap. */
struct heap_loaded {
  struct heap *heap;
  struct heap_value value;
};
typedef VECTOR(struct heap_loaded) heap_loads;
void heap_load(struct heap *heap, uint32_t block, int64_t offset, heap_loads *out);

struct heap_value heap_name_value(const struct heap *heap, uint64_t key);
/* HEAP_OTHER removes the name. */
void heap_set_name(struct heap *heap, uint64_t key, struct heap_value value);

/* Fewer fields may lead to blocks than before. */
void heap_recount(struct heap *heap);
/* The blocks that fields lead to from these, with them. */
uint32_t heap_reach(const struct heap *heap, uint32_t blocks);
/* Before blocks go to another owner, with all that fields lead to from them: many blocks are split
 * into those that go and those to which a block leads that stays. Where at most one field leads to
 * each, none can be of both sorts. */
void heap_split(struct heap *heap, uint32_t given);
/* Leaves out what no name leads to, takes blocks without a name together, and puts the rest in a
 * fixed order. */
void heap_normalise(struct heap *heap);
/* Adds a normalised heap to the list, or takes it together with one that has the same names. Takes
 * the heap. True: the list is larger. */
bool heap_list_add(heap_list *list, struct heap *heap);
/* Adds the blocks and names of another heap, whose blocks are others. */
void heap_unite(struct heap *heap, const struct heap *more, uint64_t lender);

#endif
