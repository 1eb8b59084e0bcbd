/* SPDX-License-Identifier: Apache-2.0 */
/* Variables of which a search knows only an interval: a read returns any number of the interval,
 * and written values must be in it. So accesses of different threads commute.
 *
 * The interval of a counter would be all numbers; abstract/counter.h bounds it by the steps of an
 * execution.
 *
 * A thread that has written a variable no longer reads its initial value. A state keeps only
 * whether a thread has written, and how far up its steps went: a few bits for each thread instead
 * of the contents. */
#ifndef ENGINE_CONTEXT_INTERVALS_H
#define ENGINE_CONTEXT_INTERVALS_H

#include "abstract/counter.h"
#include "base/map.h"
#include "base/vector.h"
#include "semantics/overlay.h"
#include "semantics/value_domain.h"

struct exact_access;

/* The sum of the steps of a thread. */
struct interval_sum {
  uint32_t thread;
  struct counter_steps steps;
};
struct interval_sums {
  VECTOR(struct interval_sum) list;
};

struct interval {
  uint64_t address;
  uint32_t size;   /* bytes */
  bool is_dropped; /* it cannot be used: the search has to start again without it */
  struct range initial;
  struct range written, all; /* assumed: of the written values; of these and the initial one */
  struct interval_sums sums; /* assumed: of the threads that take steps up */
  bool has_sums;             /* whether `sums` are assumed */
  int64_t highest;           /* assumed: the highest value that is no step */
  /* Seen in a search: */
  bool has_plain, has_step;
  struct range plain; /* values that are no steps */
  struct range step;  /* by how much */
  VECTOR(const struct term *) symbols;
};

/* A thread changed a variable by so much. */
struct interval_step {
  uint32_t interval, thread;
  int64_t by;
};

struct intervals {
  struct overlay overlay; /* first: the overlay of the machine is the intervals */
  VECTOR(struct interval) list;
  struct value_context *context;      /* of the search */
  struct ranges *ranges;              /* of symbols */
  struct map of_symbol;               /* ids of terms to intervals */
  struct map threads;                 /* numbers to places among the bits */
  size_t thread_count;                /* of the last search; 0: not known */
  VECTOR(struct interval_step) steps; /* since they were last cleared */
};

/* Takes all variables of the program that are shared numbers. */
void intervals_init(struct intervals *intervals, const struct program *program);
void intervals_release(struct intervals *intervals);
/* Before a search over values of this context. */
void intervals_begin(struct intervals *intervals, struct value_context *context);
void intervals_end(struct intervals *intervals);
/* For por_set_overlay; `intervals` is the context. */
bool intervals_hold(void *intervals, const struct exact_access *access);

/* The highest value that was written without a step. */
int64_t intervals_highest(const struct interval *interval);
/* The range of written values, if the steps of each execution sum up to at most these. */
struct range intervals_written(const struct interval *interval, struct counter_steps steps);
/* Is one range within the other? */
bool intervals_include(struct range larger, struct range smaller);

#endif
