/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/order: the objects that an access may concern. */
#ifndef ENGINE_ORDER_ACCESS_H
#define ENGINE_ORDER_ACCESS_H

#include "engine/order/request.h"
#include "engine/order/targets.h"

/* How a range of bytes of an instance is accessed: as part of the path, by an event, or both. */
struct treatment {
  bool local, event;
};

/* For each target: the condition that the access lies in it, and how it is accessed then. */
struct order_access {
  struct targets targets;
  const struct term *lies[MOST_TARGETS];
  struct treatment treatments[MOST_TARGETS];
  const struct term *shared;  /* it lies in a target that is accessed by an event */
  const struct term *reached; /* it lies in such a target, which may be dead */
};

/* Leaves out accesses to opaque memory (program.opaque), whose effects are unknown. */
void order_access_leave_opaque(struct order_run *run, struct thread_path *path,
                               const struct edge *edge, const struct term *address,
                               const struct term *when);
/* Leaves out accesses at an address that is not `valid`, unless this error is checked: they may be
 * to any object. */
void order_access_note_stray(struct order_run *run, const struct thread_path *path,
                             const struct edge *edge, const struct term *address,
                             const struct term *valid);
/* If the address might be anything, assumes that it is a multiple of the size, and leaves out the
 * rest: overlapping accesses then have few pieces. */
void order_access_align(struct order_run *run, struct request *request);
/* Finds the objects. Where the address lies in none of them, it is an invalid access. */
void order_access_find(struct order_run *run, const struct request *request,
                       struct order_access *access);
/* Opens a node if the access may have several events, which are one step. True: this did. */
bool order_access_open_node(struct order_run *run, const struct request *request);

#endif
