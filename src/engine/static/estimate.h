/* SPDX-License-Identifier: Apache-2.0 */
/* Estimates: what a register or a cell of memory may hold. An estimate is a set of numbers, and of
 * addresses by object and offset, each as an interval with a step. Equal estimates are one number,
 * so that they are compared and joined fast. */
#ifndef ENGINE_STATIC_ESTIMATE_H
#define ENGINE_STATIC_ESTIMATE_H

#include "abstract/box.h"
#include "term/term.h"

typedef uint32_t estimate;
#define ESTIMATE_NONE 0 /* no value: the place is not reached */
#define ESTIMATE_ANY 1  /* any number and any address */

/* No object lies below. */
#define ESTIMATE_LOWEST_ADDRESS 4096

#define BASE_NUMBER 0 /* a part with this base is a set of numbers, read as signed */

/* base + low, base + low + step, …, base + high. Step 0: there is one value. */
struct estimate_part {
  uint32_t base;       /* BASE_NUMBER, or the number of an object */
  uint32_t skips_zero; /* of numbers, if 0 would be among them: it is not. Else 0 */
  int64_t low, high;
  uint64_t step;
};

enum { MOST_PARTS = 48 };

struct estimates;
/* What estimates have to know of objects. */
struct base_facts {
  /* May two have the same address, for objects that came to be one after the other? */
  bool (*may_be_same)(void *context, uint32_t a, uint32_t b);
  bool (*is_single)(void *context, uint32_t base);
  bool (*is_aligned)(void *context, uint32_t base); /* are the lowest four bits of its address 0? */
  void *context;
};
struct estimates *estimates_create(struct base_facts facts);
void estimates_destroy(struct estimates *estimates);

/* The parts, by ascending base; ESTIMATE_ANY and ESTIMATE_NONE have none. */
const struct estimate_part *estimate_parts(const struct estimates *estimates, estimate value,
                                           size_t *count);
estimate estimate_make(struct estimates *estimates, uint32_t base, int64_t low, int64_t high,
                       uint64_t step);
estimate estimate_constant(struct estimates *estimates, unsigned width, uint64_t bits);
estimate estimate_all_numbers(struct estimates *estimates, unsigned width);
/* The interval of a set of numbers; false: it has addresses. */
bool estimate_range(const struct estimates *estimates, estimate value, struct range *range);
bool estimate_has_base(const struct estimates *estimates, estimate value, uint32_t base);

estimate estimate_join(struct estimates *estimates, estimate a, estimate b);
bool estimate_includes(struct estimates *estimates, estimate larger, estimate smaller);
/* Above both; what grew beyond `old` grows to the next threshold, or without limit if there are
 * none. */
estimate estimate_widen(struct estimates *estimates, estimate old, estimate fresh, unsigned width,
                        const struct thresholds *thresholds);
/* The result of the operator of a TERM_APPLY. */
estimate estimate_apply(struct estimates *estimates, const struct term *node,
                        const estimate operands[3]);
/* Any number, and any address in the objects of the value: what parts of it, or several values put
 * together, may be. */
estimate estimate_scatter(struct estimates *estimates, estimate value, unsigned width);
/* Without the parts with this base, and the numbers outside of the range. */
estimate estimate_without(struct estimates *estimates, estimate value, uint32_t base);
estimate estimate_within(struct estimates *estimates, estimate value, struct range range);
/* Without the number 0. */
estimate estimate_without_zero(struct estimates *estimates, estimate value);
/* With another base for the parts that have `from`. */
estimate estimate_rename(struct estimates *estimates, estimate value, uint32_t from, uint32_t to);
/* Are two values, neither of them ESTIMATE_NONE, equal for certain? */
bool estimate_are_equal(const struct estimates *estimates, estimate a, estimate b);
/* Possible values that two equal values have in common. */
estimate estimate_meet(struct estimates *estimates, estimate a, estimate b);

#endif
