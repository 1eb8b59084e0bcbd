/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/order: the objects that an access may concern. */
#ifndef ENGINE_ORDER_ACCESS_H
#define ENGINE_ORDER_ACCESS_H

#include "engine/order/symbolic.h"

/* An access, as the parts of memory.c hand it on. */
struct request {
  struct thread_path *path;
  const struct edge *edge;
  const struct term *address, *when;
  const struct term *value; /* of a store */
  uint32_t size;
  bool writes, is_atomic;
  bool bulk;         /* part of a copy or fill */
  uint32_t *waiting; /* of a store that waits: its node, once it has one; else NULL */
};

/* How a range of bytes of a shared instance is accessed: as part of the path, by an event, or a
 * write both ways. */
struct treatment {
  bool local, event;
};

/* What access_find leaves: for each target where the access lies in it. */
struct order_access {
  struct targets targets;
  const struct term *lies[MOST_TARGETS];
  struct treatment treatments[MOST_TARGETS];
  const struct term *shared;  /* it lies in one that is accessed by an event */
  const struct term *reached; /* the same, whether that lives or not */
};

/* What an access to opaque memory (program.opaque) does is not known: an incompleteness, and
 * nothing goes on there. */
void order_access_leave_opaque(struct symbolic *symbolic, struct thread_path *path,
                               const struct edge *edge, const struct term *address,
                               const struct term *when);
/* Where an address is none of those that were found valid, it may still be that of another object,
 * or the execution ends with an error: if that is not looked for, it is an incompleteness. */
void order_access_note_stray(struct symbolic *symbolic, const struct thread_path *path,
                             const struct edge *edge, const struct term *address,
                             const struct term *valid);
bool order_access_is_alone(const struct symbolic *symbolic); /* there is one thread so far */
/* Where an address might be anything, the path goes on with one that is a multiple of the size of
 * the access, and the rest is left out: overlapping accesses can then be told apart in few pieces.
 */
void order_access_align(struct symbolic *symbolic, struct request *request);
/* Finds the objects; an access that may miss all of them is checked for that. */
void order_access_find(struct symbolic *symbolic, const struct request *request,
                       struct order_access *access);
/* Part of an address may be accessed: parts.c. */
void order_parts_note(struct symbolic *symbolic, const struct request *request,
                      const struct order_access *access);
/* The value that was loaded. */
void order_parts_note_loaded(struct symbolic *symbolic, const struct request *request,
                             const struct order_access *access, const struct term *value);
/* Several events of one access are one step: opens a node if there may be several. */
bool order_access_open_node(struct symbolic *symbolic, const struct request *request);

#endif
