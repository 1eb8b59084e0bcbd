/* SPDX-License-Identifier: Apache-2.0 */
/* Inside engine/static/: which obligations the fixed point proves. */
#ifndef ENGINE_STATIC_ASSESS_H
#define ENGINE_STATIC_ASSESS_H

#include "engine/static/lock_names.h"

/* An access: to memory that several threads can reach, or any for the list of all. */
struct access_record {
  uint32_t object;
  int64_t low, end; /* bytes */
  uint64_t step;    /* between elements of `size` bytes, or 0 */
  uint32_t size;
  uint32_t class, obligation;
  uint64_t locks, shared, running, created;
  bool writes, is_atomic;
  bool is_self; /* to the thread's own record */
  bool is_seen; /* a store to what other threads can reach, or to a lock that the thread may hold */
  estimate value; /* that is stored; ESTIMATE_ANY: not known */
  uint32_t node;
  const struct edge *edge;
  const struct term *address;
};

/* A call that joins or detaches a thread, of these classes. joinable: certainly of this one, which
 * has only this thread, created by this one and not joined or detached by it; or 0. */
struct claim_record {
  uint32_t node, joinable;
  const struct edge *edge;
  uint64_t classes;
};

/* A thread is created. is_own: its argument is the newest block of the creator, which no other
 * thread can reach. */
struct creation_record {
  uint32_t node;
  const struct edge *edge;
  bool is_own;
};

/* Something failed in a join, which may be known to be fine after all. */
struct join_failure {
  uint32_t node;
  const struct edge *edge;
  unsigned property;
  bool makes_address;
};

/* Hears of every state that the check visits: what is claimed of a thread in this node that is at
 * this location. The claim holds in one of the states for the location in the nodes of the call. */
struct state_listener {
  void (*notice)(struct state_listener *listener, uint32_t node, uint32_t location,
                 const struct static_state *state);
};

/* A place where a thread may wait. */
struct wait_record {
  uint32_t node, condition; /* condition: the node of its function */
  const struct edge *edge;
  enum library_effect effect; /* of the library function that waits */
  struct digest digest;
  const struct lock_names *holding;
  struct place_name name; /* of what it waits for … */
  estimate object;        /* … and its address */
};

/* A check of misuse does not fail in a call of a function of locks, as far as the node of the call
 * tells. */
struct lock_claim {
  uint32_t node, call;
  const struct edge *edge;
};

/* A condition to wait for reads a value. */
struct wait_word {
  uint32_t condition; /* its node */
  estimate address, value;
};

/* Code of a node may access the object, which is a block. */
struct touch_record {
  uint32_t node, object;
};

/* An access to a block that may be none, or not there. It may be known to be fine after all. */
struct block_failure {
  uint32_t node;
  const struct edge *edge;
  uint32_t object; /* one that it may be of */
  bool makes_address;
};

/* The assessment of obligations while all states are visited once more. */
struct assessment {
  const struct obligations *obligations;
  bool *is_open;           /* per obligation: not proven */
  const struct edge **why; /* … and an edge at which it failed */
  VECTOR(struct access_record) accesses;
  VECTOR(struct access_record) stores, loads; /* all, also of the thread's own memory */
  VECTOR(struct claim_record) claims;
  VECTOR(struct creation_record) creations;
  VECTOR(struct join_failure) joins;
  struct state_listener *listener; /* NULL: there is none */
  VECTOR(struct wait_record) waits;
  VECTOR(struct wait_word) words;
  VECTOR(struct lock_claim) lock_claims;
  estimate kept_locks; /* that a thread may hold when it ends */
  VECTOR(struct touch_record) touched;
  struct map is_touched; /* by node and object */
  VECTOR(struct block_failure) block_failures;
  const char *lost; /* where the owners of blocks got lost, a line for each; or NULL */
  /* Some access or call may lead outside of all objects that the estimates name, such as through a
   * number. It may be valid all the same, and then its effects are missing. Or a place fails that
   * is no obligation. */
  bool misses_effects;
  bool makes_addresses; /* it may be through a number other than 0, or such a place fails */
};

/* The obligation of the property at this edge of the node is not proven. */
void assess_fail(struct analysis *analysis, uint32_t node, const struct edge *edge,
                 unsigned property);
/* The address that is accessed or called. */
void assess_address(struct analysis *analysis, estimate address);
/* The obligation is not proven, after all that could be known was considered. */
void assess_give_up(struct analysis *analysis, uint32_t node, const struct edge *edge,
                    unsigned property);
/* … which does not mean that effects are missing. */
void assess_open(struct analysis *analysis, uint32_t node, const struct edge *edge,
                 unsigned property);
/* An access of an edge, and what the state before it says of it. */
struct assessed_access {
  const struct edge_access *access;
  estimate address;
  struct range size;
  bool is_atomic; /* it races with no other atomic access */
};
/* Judges the memory obligation of the access, and keeps what races are found from. */
void assess_access(struct analysis *analysis, uint32_t node, const struct static_state *state,
                   const struct edge *edge, const struct assessed_access *access);
/* Does an access of so many bytes stay in the object? */
bool assess_is_inside(const struct space_object *object, const struct estimate_part *part,
                      struct range size);
/* … and is it there? */
bool assess_is_valid(struct analysis *analysis, const struct static_state *state,
                     const struct estimate_part *part, struct range size, bool writes);
void assess_claim(struct analysis *analysis, uint32_t node, const struct static_state *state,
                  const struct edge *edge, const struct function *callee, estimate thread);
void assess_creation(struct analysis *analysis, uint32_t node, const struct edge *edge,
                     estimate argument);
/* May two elements of their sequences have a byte in common? */
bool assess_overlap(const struct access_record *a, const struct access_record *b);
/* It is not proven, because of the edge. */
void assess_leave_open(struct analysis *analysis, uint32_t number, const struct edge *edge);
/* Is the join, by the call in this node, no misuse? */
typedef bool join_judge(void *context, uint32_t node, const struct edge *call);
/* What failed in joins that are not known to be fine. */
void assess_joins(struct analysis *analysis, join_judge *judge, void *context);
/* Is each access of the edge in this node to a block that is there? */
typedef bool access_judge(const void *context, uint32_t node, const struct edge *edge);
/* What failed in accesses to blocks that are not known to be fine. */
void assess_blocks(struct analysis *analysis, access_judge *judge, const void *context);
void assess_release(struct assessment *assessment);

#endif
