/* SPDX-License-Identifier: Apache-2.0 */
/* Variables of which a search knows only an interval: a read returns any number of the interval,
 * and written values must be in it. So accesses of different threads commute.
 *
 * The interval of a counter would be all numbers; engine/counter.h bounds it by the steps of an
 * execution.
 *
 * A thread that has written a variable no longer reads its initial value. A state keeps only
 * whether a thread has written, and how far up its steps went: a few bits for each thread instead
 * of the contents. */
#ifndef ENGINE_CONTEXT_INTERVALS_H
#define ENGINE_CONTEXT_INTERVALS_H

#include "base/map.h"
#include "base/vector.h"
#include "engine/counter.h"
#include "semantics/overlay.h"
#include "semantics/value_domain.h"

struct exact_access;

/* How far the steps of a thread go in all. */
struct span_sum {
  uint32_t thread;
  struct counter_steps steps;
};
struct span_sums {
  VECTOR(struct span_sum) list;
};

struct interval {
  uint64_t address;
  uint32_t size;   /* bytes */
  bool is_dropped; /* it cannot be used: the search has to begin anew without it */
  struct range initial;
  struct range written, all; /* assumed: what is written; and initially, too */
  struct span_sums sums;     /* assumed, of all threads that take steps up, … */
  bool has_sums;             /* … if they are known */
  int64_t highest;           /* assumed: of what is no step */
  /* Seen in a search: */
  bool has_plain, has_step;
  struct range plain; /* values that are no steps */
  struct range step;  /* by how much */
  VECTOR(const struct term *) symbols;
};

/* That a variable was changed by so much. */
struct span_step {
  uint32_t interval, thread;
  int64_t by;
};

struct intervals {
  struct overlay overlay; /* first: the overlay of the machine is the intervals */
  VECTOR(struct interval) list;
  struct value_context *context;  /* of the search */
  struct ranges *ranges;          /* of symbols */
  struct map of_symbol;           /* ids of terms to intervals */
  struct map threads;             /* numbers to places among the bits */
  size_t thread_count;            /* of the last search; 0: not known */
  VECTOR(struct span_step) steps; /* since they were last cleared */
};

/* All variables of the program that threads share and that are a number. */
void intervals_init(struct intervals *intervals, const struct program *program);
void intervals_release(struct intervals *intervals);
/* Before a search over values of this context. */
void intervals_begin(struct intervals *intervals, struct value_context *context);
void intervals_end(struct intervals *intervals);
/* For por_set_overlay; `intervals` is the context. */
bool intervals_hold(void *intervals, const struct exact_access *access);

/* The highest value that is no step, by what was seen. */
int64_t intervals_highest(const struct interval *interval);
/* What is written, by what was seen, if the steps of an execution go this far in all. */
struct range intervals_written(const struct interval *interval, struct counter_steps steps);
/* Is one range within the other? */
bool intervals_include(struct range larger, struct range smaller);

#endif
