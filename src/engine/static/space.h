/* SPDX-License-Identifier: Apache-2.0 */
/* The memory of an analysis: objects, which stand for one or several objects of an execution, and
 * their cells. A slot or block has up to three objects: the newest one of the thread that allocates
 * it, as long as no other thread can reach it; the older ones of that thread; and those that other
 * threads may reach (recency: Balakrishnan and Reps, SAS 2006). */
#ifndef ENGINE_STATIC_SPACE_H
#define ENGINE_STATIC_SPACE_H

#include "base/map.h"
#include "base/vector.h"
#include "engine/static/estimate.h"
#include "program/program.h"

/* Objects that every analysis has. BASE_NUMBER is 0. */
enum {
  BASE_DEAD = 1, /* a variable of a function that has returned */
  BASE_SELF = 2, /* the record of the running thread, with its thread-locals */
  FIRST_OBJECT = 3,
};

enum space_kind {
  SPACE_NONE,
  SPACE_GLOBAL,
  SPACE_FUNCTION,
  SPACE_SLOT,
  SPACE_BLOCK,
  SPACE_RECORD,
  SPACE_FRAME
};

#define NO_OBJECT 0

struct space_object {
  enum space_kind kind;
  const struct object *object; /* SPACE_GLOBAL and SPACE_FUNCTION */
  const struct edge *edge;     /* SPACE_SLOT and SPACE_BLOCK: the ALLOCATE edge … */
  uint32_t node;               /* … in this call */
  uint32_t class;              /* SPACE_RECORD: of these threads */
  uint32_t old, public;        /* of a newest object: the other two; NO_OBJECT */
  int64_t least, most;         /* its size in bytes */
  bool is_zeroed;              /* at first; else anything, but for variables */
  bool is_public;              /* other threads may reach it */
  bool is_allocated_again;     /* by a thread that has allocated it before */
  bool is_freed;               /* a public one: by some thread, or a slot that ends beside others */
  bool is_kept;           /* a public slot: its address is in memory that others can reach … */
  bool has_ended;         /* … and some thread goes on after its end */
  VECTOR(uint32_t) cells; /* without the special ones */
  uint32_t range_count;   /* of cells that are ranges */
  VECTOR(uint64_t) publishers; /* points that made such an object public */
};

/* Special cells of an object, by their size. */
enum special_cell {
  CELL_ANCHOR = 1, /* of a public object: readers depend on it, as cells may come up later */
  CELL_EXISTS,     /* of a thread's own object: it was allocated */
  CELL_FREED,      /* of a thread's own block: 1 if it may have been freed */
  CELL_ZEROED,     /* of a thread's own object: what was not stored to since is zero */
  CELL_INITIAL,    /* of a public object: what cells had that were not stored to before */
};

/* A place of `size` bytes; or a range: what was stored at some of the offsets from `offset` to
 * `high` in steps. So the elements of an array are one range, and each field of an array of
 * structures is one of its own. A range of size CELL_BYTES holds values that may lie anywhere in
 * it, in any size. */
struct space_cell {
  uint32_t object;
  uint32_t size;
  int64_t offset; /* INT64_MIN: a special cell */
  int64_t high;
  uint64_t step; /* 0: one place */
};

#define CELL_BYTES UINT32_MAX

struct space {
  const struct program *program;
  VECTOR(struct space_object) objects;
  VECTOR(struct space_cell) cells;
  struct interner *cell_numbers;
  struct map globals;     /* by address of the program's object */
  struct map allocations; /* by node and edge */
  struct map records;     /* by class */
  struct map frames;      /* by node */
};

void space_init(struct space *space, const struct program *program);
void space_release(struct space *space);

/* The variable or function at an address; NO_OBJECT: there is none. `offset` is from its start. */
uint32_t space_at_address(struct space *space, uint64_t address, int64_t *offset);
/* The newest object of an ALLOCATE edge in a call. */
uint32_t space_allocation(struct space *space, uint32_t node, const struct edge *edge);
/* … NO_OBJECT: it is not reached. */
uint32_t space_known_allocation(const struct space *space, uint32_t node, const struct edge *edge);
uint32_t space_record(struct space *space, uint32_t class);
/* What the threads of a class store to their own records, as others see it. */
uint32_t space_own_record(struct space *space, uint32_t class);

/* Stands for the registers of a call that waits for another one to return. */
uint32_t space_frame(struct space *space, uint32_t node);

/* Numbers of cells; `is_new` tells whether it was seen before. */
uint32_t space_cell(struct space *space, uint32_t object, int64_t offset, uint32_t size,
                    bool *is_new);
uint32_t space_special(struct space *space, uint32_t object, enum special_cell kind);
/* The range of an access of so many bytes at one of the offsets of the part, or of CELL_BYTES from
 * its low to its high byte. An object with many ranges gives one that has all of it. */
uint32_t space_range(struct space *space, const struct estimate_part *part, uint32_t size,
                     bool *is_new);

static inline bool space_is_special(const struct space_cell *cell) {
  return cell->offset == INT64_MIN;
}

static inline struct estimate_part space_part(const struct space_cell *cell) {
  return (struct estimate_part){cell->object, 0, cell->offset, cell->high, cell->step};
}

static inline bool space_is_range(const struct space_cell *cell) { return cell->step != 0; }

/* The bits of what the cell holds. */
static inline unsigned space_width(const struct space_cell *cell) {
  return space_is_special(cell) || cell->size > 8 ? 64 : cell->size * 8;
}

/* How an access of so many bytes at one of the offsets of the part meets a cell of its object. */
enum meeting {
  MEETS_NOT,
  MEETS_SAME, /* wherever they have bytes in common, they are the same place */
  MEETS_PART,
};
enum meeting space_meet(const struct space_cell *cell, const struct estimate_part *part,
                        uint32_t size);

/* What the object has at first at these bytes. */
estimate space_initial(struct space *space, struct estimates *estimates, uint32_t number,
                       int64_t offset, uint32_t size);
/* … at any of the offsets from `low` to `high` in steps. */
estimate space_initial_range(struct space *space, struct estimates *estimates, uint32_t number,
                             const struct estimate_part *part, uint32_t size);

/* Anything that the bytes of a variable may be at first, in any size. */
estimate space_initial_words(struct space *space, struct estimates *estimates, uint32_t number);

#endif
