/* SPDX-License-Identifier: Apache-2.0 */
/* Memory orders by strength. relaxed is the weakest and seq_cst the strongest. acquire and release
 * lie between them and are incomparable; acq_rel is both. Under every memory model, weaker orders
 * only add executions. A set of orders is a mask with the bit 1 << order of each. */
#ifndef TRANSFORM_STRENGTH_H
#define TRANSFORM_STRENGTH_H

#include "program/program.h"

#define STRENGTH_BIT(order) (1u << (order))

/* Is the second at most as strong as the first? */
bool strength_covers(enum memory_order strong, enum memory_order weak);
unsigned strength_above(enum memory_order order); /* all at least as strong */
unsigned strength_below(enum memory_order order); /* all at most as strong */
/* Of a set: those that are stronger, or weaker, than no other one of it. */
unsigned strength_minimal(unsigned set);
unsigned strength_maximal(unsigned set);
const char *strength_name(enum memory_order order); /* "seq_cst" */

#endif
