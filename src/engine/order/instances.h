/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/order: the objects of a run. */
#ifndef ENGINE_ORDER_INSTANCES_H
#define ENGINE_ORDER_INSTANCES_H

#include "base/map.h"
#include "base/vector.h"
#include "term/term.h"

struct edge;
struct object;

#define NO_OWNER UINT32_MAX

/* A program object, record, thread-local variable, stack slot or heap block. */
struct instance {
  uint64_t base, size;
  uint32_t number;
  bool shared; /* accesses are events; otherwise, the contents are part of the paths of a thread */
  bool constant; /* never written: reads return the initial contents */
  bool heap;
  bool freed;               /* some path frees it, or leaves the block of its variable */
  bool returned;            /* a slot whose function has returned on every path executed so far */
  bool late;                /* accessed after its function has returned, or after its block */
  bool ended;               /* a variable of a thread that ends on some path */
  bool foreign;             /* accessed by another thread than its owner */
  bool marked;              /* rc11: some path has a mark of it (outlive.h) */
  uint32_t owner;           /* the thread that has it on its stack, or NO_OWNER */
  struct instance *life;    /* a byte that is 1 while it is alive, or NULL: it never dies */
  uint64_t key;             /* identifies it in every run; 0: a life */
  struct word_marks *marks; /* of a shared one: which threads accessed which bytes, in any run */
  const struct object *object;   /* or NULL */
  const struct edge *allocation; /* or NULL */
  const unsigned char *bytes;    /* initial contents; NULL: zeros, or arbitrary */
  bool arbitrary;
  bool is_bounded;          /* a block of symbolic size; `size` is the number of bytes considered */
  const struct term *bound; /* its symbolic size, once the allocation was executed; or NULL */
};

struct instances {
  struct instance **items; /* by number */
  size_t count, capacity;
  VECTOR(struct instance *) by_address;
  struct map by_key; /* by key: the instances that are not program objects */
  uint32_t life_count;
  uint32_t live_count;        /* allocations, without the slots of functions that have returned */
  bool unknown_pointers;      /* an address was taken to be that of any shared object */
  struct contents *untouched; /* stands for the initial contents of an allocation */
};

void instances_release(struct instances *instances);
/* The instance with this byte, or NULL. */
struct instance *instances_find(const struct instances *instances, uint64_t address);
/* The index in `by_address` of the first instance that begins above the address. */
size_t instances_first_above(const struct instances *instances, uint64_t address);

#endif
