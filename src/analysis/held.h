/* SPDX-License-Identifier: Apache-2.0 */
/* Which locks a thread certainly holds, and which other threads may be running, at each access to
 * memory: whatever values there are, for any number of threads.
 *
 * Threads that begin in one function of the user and are created by one call in the user's program
 * are one kind; main is kind 0. A lock is a place in an object that exists once. The analysis
 * follows threads through calls; it looks at a function anew for each kind of thread and each set
 * of locks that the function is called with.
 *
 * It assumes that pointers stay in the objects of their points-to sets, that a call to lock takes
 * the lock. A lock that is given back where it may not be held does not count, nor one whose
 * insides the program may overwrite meanwhile. */
#ifndef ANALYSIS_HELD_H
#define ANALYSIS_HELD_H

#include "analysis/obstacle.h"
#include "analysis/offsets.h"
#include "base/limits.h"
#include "base/vector.h"

enum {
  HELD_MOST_KINDS = 64,
  HELD_MOST_LOCKS = 64,
};

/* Sets of locks and of kinds of threads are a bit each. */
struct held_access {
  const struct function *function;
  const struct edge *edge;
  const struct term *address;
  uint64_t size; /* UINT64_MAX: not known */
  bool writes, is_atomic;
  bool is_through; /* to what is pointed to by what is there */
  bool is_of_lock; /* the library's own, to a lock that it takes, gives back or destroys */
  uint32_t kind;   /* of the thread */
  uint64_t locks, read_locks;
  uint64_t may_hold; /* these, and those of a call that tried */
  uint64_t running;  /* of kind 0: the others that may run meanwhile */
};

struct held_analysis;
/* `obstacle` is set to what is in the way if the result is NULL. */
struct held_analysis *held_create(const struct program *program, const struct sharing *sharing,
                                  const struct offsets *offsets, const struct limits *limits,
                                  struct obstacle *obstacle);
void held_destroy(struct held_analysis *held);

size_t held_access_count(const struct held_analysis *held);
const struct held_access *held_access_at(const struct held_analysis *held, size_t number);
/* May the two be made at one time, by different threads? */
bool held_may_meet(const struct held_analysis *held, const struct held_access *a,
                   const struct held_access *b);
/* May an access by the program lead to a lock, although it is not known where in the object?
 * An access to an element of an array by an index, or a member, does not access locks beside
 * it; copying whole objects, or their bytes one by one, does. */
bool held_may_hit_lock(const struct held_access *access);
/* The threads' kinds, for the statistics. */
size_t held_kind_count(const struct held_analysis *held);

#endif
