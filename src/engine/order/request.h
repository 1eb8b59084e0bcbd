/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/order: accesses to memory, and the nodes that they belong to (memory.c). */
#ifndef ENGINE_ORDER_REQUEST_H
#define ENGINE_ORDER_REQUEST_H

#include "engine/order/path.h"

enum access_kind {
  ACCESS_PLAIN,
  ACCESS_ATOMIC,
  ACCESS_BULK, /* part of a copy or fill */
};

struct request {
  struct thread_path *path;
  const struct edge *edge;
  const struct term *address;
  const struct term *when;  /* the access is executed where this and the path's guard hold */
  const struct term *value; /* of a store */
  uint32_t size;
  enum access_kind kind;
  bool writes;
  uint32_t *waiting; /* of a store that is buffered: its node, once it has one; otherwise NULL */
};

/* Both set `writes`; `when` may be NULL: always. */
const struct term *order_load(struct order_run *run, struct request request);
void order_store(struct order_run *run, struct request request);
/* Is the instance, which has a life, alive? Loads its life where `where` holds. */
const struct term *order_is_alive(struct order_run *run, struct thread_path *path,
                                  const struct edge *edge, const struct instance *instance,
                                  const struct term *where);

/* The path's open node, or a new one that stays closed. */
uint32_t order_node_of(struct order_run *run, struct thread_path *path, const struct edge *edge);
/* Opens a node for the rest of the edge or atomic section, unless one is open; true: this did. */
bool order_open_node(struct order_run *run, struct thread_path *path, const struct edge *edge);
static inline void order_close_node(struct thread_path *path) { path->node = NO_NODE; }

/* private.c: the same on contents that are part of the path. `exact`: of the written bytes
 * (path.h). */
const struct term *private_load(struct order_run *run, const struct request *request,
                                struct instance *instance);
void private_store(struct order_run *run, const struct request *request, struct instance *instance,
                   const struct term *when, uint32_t exact);
/* The value of `size` bytes as one term; arbitrary ones get their variable, for this edge. */
const struct term *private_join(struct order_run *run, struct thread_path *path,
                                const struct edge *edge, struct lane *lanes, uint32_t size);

#endif
