/* SPDX-License-Identifier: Apache-2.0 */
/* Inside engine/static/: blocks by ownership. After the fixed point of the estimates, a second
 * analysis follows which blocks the thread owns at each place, and which ones a lock owns while it
 * is free (Gotsman, Berdine, Cook, Rinetzky, Sagiv: "Thread-Modular Shape Analysis", PLDI 2007).
 * An allocation is kept as long as only owners access its blocks, at every place of the program. */
#ifndef ENGINE_STATIC_HEAP_H
#define ENGINE_STATIC_HEAP_H

#include "engine/static/assess.h"
#include "engine/static/heap_graph.h"
#include "engine/static/steps.h"

struct teams;
struct liveness;

/* The heaps at a place. */
struct heap_point {
  uint64_t point;
  bool is_waiting;
  heap_list heaps;
};

/* What is known of an edge of a node: was it reached, and may its accesses be none to a block that
 * is owned and there? */
struct heap_verdict {
  uint32_t node;
  const struct edge *edge;
  bool fails;
};

/* Where the owner of blocks of an allocation got lost. */
struct heap_loss {
  uint32_t site, node;
  const struct edge *edge;
};

/* A library call writes to memory where names may lie. */
struct heap_writer {
  uint32_t node, object;
  int64_t low, end;
};

/* A cell by key, and the lock that protects it, as a set. */
struct heap_root {
  uint64_t key, lock;
};

/* By node: what the calls below it do. */
struct heap_effects {
  bool *follows; /* something that has to be followed */
  bool *touches; /* accesses blocks that are kept */
};

struct heap_flow {
  VECTOR(struct heap_point) points;
  struct map numbers; /* of points */
  heap_list *exits;   /* per node */
  uint32_t node_count;
  heap_list invariants[MOST_LOCKS];
  VECTOR(uint64_t) takers[MOST_LOCKS]; /* points that take the lock */
};

struct heaps {
  struct analysis *analysis;
  struct assessment *assessment;
  struct teams *teams;
  struct liveness *liveness;
  uint32_t object_count;
  uint32_t *site_of;              /* by object: the newest object of its allocation, or NO_OBJECT */
  uint32_t *newest_of;            /* by public object */
  bool *is_kept;                  /* by newest object: its allocation is followed */
  VECTOR(struct heap_root) cells; /* in which such addresses are stored */
  VECTOR(uint64_t) found;         /* keys of more of them */
  uint64_t locks;                 /* that protect any of them */
  struct heap_effects effects;
  VECTOR(struct heap_writer) writers;
  struct heap_flow flow;
  VECTOR(struct heap_verdict) verdicts;
  struct map verdict_numbers;
  VECTOR(struct heap_loss) losses;
  size_t loss_count; /* of those that count */
  bool begins_again; /* another allocation is lost, or another cell was found */
  bool grew, is_check;
  const char *reason; /* it gave up; NULL: it did not */
  const struct edge *reason_at;
  uint64_t steps;
};

/* Follows the blocks; NULL: there is nothing to prove. The result is checked. */
struct heaps *heaps_find(struct analysis *analysis, struct teams *teams);
void heaps_destroy(struct heaps *heaps);
/* Do only owners access blocks of the object? `context`: the heaps. */
bool heaps_own(const void *context, uint32_t object);
/* Is each access of the edge in this node one to a block that is there? `context`: the heaps. */
bool heaps_prove(const void *context, uint32_t node, const struct edge *edge);
/* A line for each allocation of which the owner of a block got lost, and where. */
struct text;
void heaps_tell(const struct heaps *heaps, struct text *out);
void heaps_give_up(struct heaps *heaps, const char *reason);

/* Where an edge is taken, and from which state. */
struct heap_place {
  uint32_t node;
  const struct edge *edge;
  const struct static_state *state;
  bool is_alone; /* no other thread runs */
};

/* heap_value.c: registers, cells and conditions. */
uint64_t heap_register_key(const struct heaps *heaps, uint32_t node, uint32_t number);
uint64_t heap_cell_key(uint32_t object, int64_t offset);
bool heap_key_is_cell(uint64_t key);
uint32_t heap_key_object(uint64_t key);
int64_t heap_key_offset(uint64_t key);
/* The lock that protects the cell, as a set; 0: none. */
uint64_t heap_find_lock(const struct heaps *heaps, uint64_t key);
/* … as it is kept in the list of cells. */
uint64_t heap_cell_lock(const struct heaps *heaps, uint64_t key);
/* Can no other thread reach the object of the cell? */
bool heap_cell_is_own(const struct heaps *heaps, const struct heap_place *place, uint64_t key);
/* Is the cell one of those that are followed; has the object any? */
bool heap_has_candidate(const struct heaps *heaps, uint32_t object);
bool heap_is_candidate(const struct heaps *heaps, uint64_t key);
struct heap_value heap_value_of(const struct heaps *heaps, const struct heap_place *place,
                                const struct heap *heap, const struct term *term);
/* … for an access, which is an obligation if the address may be NULL. */
struct heap_value heap_address_of(const struct heaps *heaps, const struct heap_place *place,
                                  const struct heap *heap, const struct term *term);
/* 1, 0, or -1: not known. */
int heap_condition(const struct heaps *heaps, const struct heap_place *place,
                   const struct heap *heap, const struct term *term);
/* The object by which cells of another one are named; NO_OBJECT: there is none. */
uint32_t heap_named_object(const struct heaps *heaps, uint32_t number);

/* heap_step.c: the effect of an edge, but for calls and returns. Takes the heap. */
void heap_take(struct heaps *heaps, const struct heap_place *place, struct heap *heap,
               heap_list *out);
void heap_lose(struct heaps *heaps, const struct heap_place *place, uint32_t object);
/* … all blocks that the estimate may lead to. */
void heap_lose_all(struct heaps *heaps, const struct heap_place *place, estimate value);
void heap_forget_cells(struct heap *heap, uint32_t object, int64_t low, int64_t end);

/* heap_lock.c: what locks own. Takes the heap; adds those in which the thread has what is its own
 * and what the locks that it holds protect. */
void heap_settle(struct heaps *heaps, const struct heap_place *place, struct heap *heap,
                 heap_list *out);
/* The blocks of these locks go back to them. */
void heap_give(struct heaps *heaps, const struct heap_place *place, struct heap *heap,
               uint64_t locks);
/* All locks are released and taken again, as by a wait. Takes the heap. */
void heap_yield(struct heaps *heaps, const struct heap_place *place, struct heap *heap,
                heap_list *out);
/* What fields lead to from the blocks, without names. */
struct heap *heap_part(const struct heap *heap, uint32_t blocks);

/* heap_flow.c */
void heap_flow_run(struct heaps *heaps);
void heap_enter(struct heaps *heaps, uint32_t node, struct heap *heap);
void heap_flow_wait(struct heaps *heaps, uint64_t point);

#endif
