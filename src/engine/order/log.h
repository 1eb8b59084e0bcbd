/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/order: what threads do, as the run recorded it. A node is a step of the order
 * between threads: its events happen at once. Each thread's nodes are in program order. */
#ifndef ENGINE_ORDER_LOG_H
#define ENGINE_ORDER_LOG_H

#include "base/map.h"
#include "base/vector.h"
#include "term/term.h"

struct edge;
struct function;
struct contents;

#define NO_NODE UINT32_MAX
#define NO_EVENT UINT32_MAX

/* How a node is ordered with the others of its thread under tso and pso. */
enum node_kind {
  NODE_ACTS,      /* acts at once: loads and the like */
  NODE_DRAINS,    /* acts when all stores before it are visible */
  NODE_WAITS,     /* a store in the buffer: the node is its flush */
  NODE_SEPARATES, /* pso: a fence between stores; accesses no memory */
};

struct order_node {
  enum node_kind kind;
  const struct term *guard; /* the guard of the path that came to it */
  uint32_t with;            /* of a flush: the node of the other accesses of its edge, or NO_NODE */
  uint32_t thread, position; /* its thread, and its index among the nodes of the thread */
  const struct edge *edge;   /* its first */
  const struct term
      *passes; /* of a wait: the condition on which the thread continues; NULL: always */
  uint32_t
      *sections; /* the sections of locks that it certainly lies in, with those that it begins */
  uint32_t section_count;
};

/* An edge that a thread takes while no node is open. These edges lead the interpreter along a model
 * (schedule.c). */
struct taken_edge {
  uint32_t thread;
  uint32_t node; /* that the edge opened, or NO_NODE: other threads cannot observe it */
  const struct edge *edge;
  const struct term *guard;
};

struct order_event {
  bool writes, is_atomic;
  bool is_known;           /* a read of a known value: it matters only to races */
  bool in_section;         /* in an atomic section, a wait, or an atomic operation of the library */
  bool is_of_library;      /* in a library function */
  bool is_silent;          /* takes no part in races: read by the condition of a wait, or by a
                            * specification */
  uint32_t node, sequence; /* events of a node are ordered by `sequence` */
  const struct term *guard;   /* the access is executed, and its object is alive */
  const struct term *reached; /* the access is executed, on an object that may be dead */
  const struct term *address, *value;
  const struct term *step; /* of a write: the constant that it adds to the value there; or NULL */
  const struct term
      *replaced; /* of a write by an atomic operation: the value that it read; or NULL */
  const struct term *succeeds; /* of a read by a compare-exchange: the comparison; or NULL */
  uint32_t size;
  const struct edge *edge;
  uint32_t *targets; /* numbers of the shared instances that it may access */
  uint32_t target_count;
  uint32_t epoch;   /* the epoch of the first lock that protects the word, or 0 */
  bool overwritten; /* another write of the same epoch follows, so that only the holder reads it */
  const struct term *waits_for; /* of a read: the condition its thread waits for; or NULL */
  bool abbreviated;             /* a read of a lock for which one value stands for all owners */
  bool takes; /* a read that waits until a lock is free and then takes it (sections.c) */
};

/* rc11: a fence, or a mark: an object ends, or a block is allocated (outlive.h). */
enum fence_kind { FENCE, MARK_FREE, MARK_END, MARK_ALLOCATION };
struct order_fence {
  enum fence_kind kind;
  uint32_t instance; /* of a mark: the number of the object */
  const struct term *guard;
  const struct edge *edge;
  uint32_t node, sequence; /* it follows the events of its node with lower sequence numbers */
  bool in_section;
};

struct order_thread {
  uint32_t number, creator;
  uint32_t slot;           /* its place among the address ranges of threads */
  uint64_t key;            /* identifies its creation; the same in every run */
  uint32_t spawn_node;     /* its creation; NO_NODE under sc */
  uint32_t spawn_position; /* the creator's nodes before this position precede the thread */
  const struct term *guard;
  const struct function *body;
  const struct term *arguments[3];
  uint32_t node_count;
  uint64_t record;
  struct contents **memory; /* what its creator knew when it was created */
  size_t memory_count;
};

/* From the write with which a thread takes a lock to one of those that release it. */
struct section {
  uint64_t lock;    /* address of the word */
  uint32_t acquire; /* event */
  struct {
    uint32_t *items; /* events */
    size_t count, capacity;
  } releases;
};

/* The time for which a path holds a lock; where paths were joined, one of several sections. */
struct epoch {
  const uint32_t *sections;
  uint32_t count;
};

struct event_log {
  VECTOR(struct order_thread) threads;
  VECTOR(struct order_node) nodes;
  VECTOR(struct taken_edge) taken; /* those of a thread in program order */
  VECTOR(struct order_event) events;
  VECTOR(struct order_fence) fences;
  uint32_t mark_count; /* among the fences */
  /* Freed blocks as writes of all their bytes, if races are checked; `value`: the block was alive.
   */
  VECTOR(struct order_event) frees;
  VECTOR(struct section) sections;
  VECTOR(struct epoch) epochs; /* by number; 0 is none */
  struct map last_writes;      /* by address and epoch: number of an event */
};

void event_log_release(struct event_log *log);
/* The events of each node in program order: those of node i begin at first_event[i] and end before
 * first_event[i + 1]. The caller releases both arrays. */
void event_log_by_node(const struct event_log *log, uint32_t **first_event, uint32_t **events);
/* Is b in a thread that was created, directly or indirectly, after a? */
bool event_log_spawned_after(const struct event_log *log, const struct order_node *a,
                             const struct order_node *b);
static inline bool event_log_has_one_thread(const struct event_log *log) {
  return log->threads.count == 1;
}

#endif
