/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/order: detects accesses to a part of an address, as the machine does
 * (semantics/derive.h). Symbolic execution does not know the contents of memory when an access
 * happens. So it lists where addresses are written and where less than an address is accessed, in
 * any order and on any path. If two such places can be equal, part of an address may be accessed:
 * if both are constants, this is recorded at once; otherwise it is an incompleteness, which the
 * formula decides. */
#ifndef ENGINE_ORDER_PARTS_H
#define ENGINE_ORDER_PARTS_H

#include "engine/order/access.h"

/* Bytes of an instance that are accessed. */
struct order_piece {
  uint32_t instance, size;
  const struct term *address, *guard;
  unsigned kinds; /* of REUSE_*: of the address written there; 0: less than one is accessed */
  size_t earlier; /* of a load: 1 + another one that returned the same term, or 0 */
  const struct edge *edge;
};

struct order_pieces {
  struct order_piece *items;
  size_t count, capacity;
};

struct order_copy {
  struct order_piece from, to;
};

struct order_parts {
  bool is_listed;
  struct map edges;  /* that may access part of an address */
  struct map seen;   /* pieces that are listed */
  struct map places; /* by object and lowest bits: an address of which only these are known */
  struct order_pieces addresses;    /* where addresses are written, */
  struct order_pieces narrow;       /* and where less than an address is accessed */
  VECTOR(struct order_copy) copies; /* of several bytes in one step, or of a word */
  struct order_pieces loads;        /* of words */
  struct map loaded; /* by id of a term: 1 + the last of the loads that returned it */
};

#define PART_ACCESS "part of an address is accessed"

/* Call this before each run. */
void order_parts_begin(struct order_parts *parts, const struct program *program);
void order_parts_release(struct order_parts *parts);

void order_parts_note(struct order_run *run, const struct request *request,
                      const struct order_access *access);
void order_parts_note_loaded(struct order_run *run, const struct request *request,
                             const struct order_access *access, const struct term *value);
/* A copy or fill of `size` bytes; `source` is NULL for a fill. */
void order_parts_note_bulk(struct order_run *run, const struct thread_path *path,
                           const struct edge *edge, const struct term *target,
                           const struct term *source, const struct term *size);
/* Call this after the run: adds an incompleteness where part of an address may be accessed. */
void order_parts_end(struct order_run *run);

#endif
