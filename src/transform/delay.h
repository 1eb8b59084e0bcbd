/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to transform/: shared by the parts of delays.h. delay_cycle.c finds a loop and the
 * effect of one iteration, delay_count.c computes the number of iterations and their combined
 * effect, delays.c changes the function. */
#ifndef TRANSFORM_DELAY_H
#define TRANSFORM_DELAY_H

#include "base/vector.h"
#include "program/program.h"
#include "transform/function_edit.h"

struct liveness;

struct delay_numbers {
  uint32_t *items;
  size_t count, capacity;
};

/* A function that is being changed: locations and edges are added at the end. */
struct delay_draft {
  struct program *program;
  struct terms *terms;
  const struct function *function;
  struct liveness **liveness; /* of the functions before the change; NULL until it is needed */
  struct function_edit edit;
  VECTOR(bool) is_done; /* per location: a loop head that was examined */
  bool is_changed;
};

/* A loop, and what one round of it does. */
struct delay_cycle {
  uint32_t head;
  struct delay_numbers before, after; /* edges: up to the branch, and back to the head */
  uint32_t onward, leave;             /* edges of the branch */
  VECTOR(bool) is_inside;             /* per location */
  const struct term **values;         /* per register: over those at the head; NULL: as it was */
  VECTOR(const struct term *) checks; /* those that a round makes, … */
  size_t checks_before;               /* … so many of them up to the branch */
  const struct term *stays;           /* what the branch asks */
};

/* How often it goes round. All terms are over the registers at the head. */
struct delay_count {
  uint32_t counter;
  uint64_t offset;                      /* the branch looks at counter + offset, … */
  uint64_t step;                        /* … which changes by this */
  bool is_signed, is_unequal;           /* the comparison */
  const struct term *looked_at, *bound; /* it goes round until it has passed, or reached, `bound` */
  const struct term *condition;         /* the rest holds only under it */
  const struct term *some;              /* is there a round at all? */
  const struct term *rounds;            /* if so */
};

struct delay_assignments {
  struct assignment *items;
  size_t count, capacity;
};

/* The loop with this head, with the first or the second edge of its branch as the one that stays.
 * False: it is none to be jumped over. To be released in any case. */
bool delay_find_cycle(const struct delay_draft *draft, struct delay_cycle *cycle, uint32_t head,
                      uint32_t which);
void delay_release_cycle(struct delay_cycle *cycle);
/* The constant by which a round changes a register, if it is one. */
bool delay_find_step(const struct delay_cycle *cycle, uint32_t reg, uint64_t *step);

/* How often the branch stays; false: that cannot be told. */
bool delay_find_count(const struct delay_draft *draft, const struct delay_cycle *cycle,
                      struct delay_count *count);
/* Does no round fail a check but those that are made on the way out? Adds to count->condition. */
bool delay_allow_checks(const struct delay_draft *draft, const struct delay_cycle *cycle,
                        struct delay_count *count);
/* All registers that matter, after all rounds; false: not all can be told. */
bool delay_find_last(const struct delay_draft *draft, const struct delay_cycle *cycle,
                     const struct delay_count *count, struct delay_assignments *list);

const struct term *delay_apply(const struct delay_draft *draft, enum operator op,
                               const struct term *a, const struct term *b);
const struct term *delay_constant(const struct delay_draft *draft, unsigned width, uint64_t bits);
/* Larger ones are not worth it. */
bool delay_is_small(const struct term *term);
/* With `values` for registers, where there are any; … */
const struct term *delay_substitute(const struct delay_draft *draft,
                                    const struct term *const *values, const struct term *term);
/* … does it read no register that the cycle changes; is it a register plus a constant? */
bool delay_is_fixed(const struct delay_cycle *cycle, const struct term *term);
bool delay_is_shifted(const struct term *term, uint32_t *reg, uint64_t *offset);

#endif
