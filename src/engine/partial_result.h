/* SPDX-License-Identifier: Apache-2.0 */
/* The partial result of a search that did not end: guarantees within bounds, the number of random
 * executions that passed, and the place that multiplies the states. */
#ifndef ENGINE_PARTIAL_RESULT_H
#define ENGINE_PARTIAL_RESULT_H

#include "program/program.h"
#include "program/property.h"

struct text;

/* No execution within the bounds violates one of the properties. A preemption is a switch away
 * from a thread that could take a step. An execution has at most n iterations if no loop makes
 * more, each time it is entered, and no function calls itself more often. */
enum { MOST_LOOP_BOUNDS = 6 };
/* At most so many iterations of the loop of a function that has its head at this location; or calls
 * of the function by itself, if that is CALLS_OF_ITSELF. */
struct loop_bound {
  uint32_t function, head, iterations;
};
#define CALLS_OF_ITSELF UINT32_MAX

struct guarantee {
  property_set properties;                    /* 0: there is no guarantee */
  bool bounds_preemptions, bounds_iterations; /* else any number of them */
  uint32_t preemptions, iterations;
  /* If there are some, only these loops are bounded, and `iterations` is the least of the bounds.
   */
  struct loop_bound loops[MOST_LOOP_BOUNDS];
  uint32_t loop_count;
  bool needs_fresh_addresses; /* holds only if freed addresses are not reused */
  bool under_sc; /* holds only for sequentially consistent executions, although the task asks for
                    more */
};

/* What multiplies the states: a place where the registers, locals and blocks of threads differ, or
 * a variable with many values. */
enum spot_kind { SPOT_PLACE, SPOT_LOOP, SPOT_VARIABLE };
struct hot_spot {
  enum spot_kind kind;
  struct position at; /* of a loop: its head; of a variable: its definition */
  uint32_t object;    /* SPOT_VARIABLE: its index in program.objects */
  uint32_t ways;      /* number of different threads there, or of values … */
  uint32_t states;    /* … in so many of the states examined */
};

enum { MOST_GUARANTEES = 4 };
struct partial_result {
  struct guarantee guarantees[MOST_GUARANTEES];
  size_t guarantee_count;
  /* Random executions that ended without a violation, and how many of them created a second thread
   * and reached an assertion. */
  uint64_t executions, concurrent, asserting;
  struct hot_spot spot; /* ways 0: none */
};

/* Adds a guarantee unless another one implies it; removes those that it implies. */
void partial_result_add_guarantee(struct partial_result *partial, struct guarantee guarantee);
/* Adds the partial result of another engine. */
void partial_result_merge(struct partial_result *partial, const struct partial_result *more);

/* Appends a sentence. `open`: the properties that are not decided. */
void partial_result_print_guarantee(struct text *out, const struct guarantee *guarantee,
                                    property_set open);
void partial_result_print_executions(struct text *out, const struct partial_result *partial);
void partial_result_print_spot(struct text *out, const struct hot_spot *spot,
                               const struct program *program);

/* The encoding that passes a partial result between processes, as lines of text. */
void partial_result_write(struct text *out, const struct partial_result *partial);
/* Adds the content of a line; false: partial_result_write does not write such lines. */
bool partial_result_read(struct partial_result *partial, const struct program *program,
                         const char *line);

#endif
