/* SPDX-License-Identifier: Apache-2.0 */
/* Which values of an arbitrary number make a difference. Many inputs are only compared with
 * constants, or are used modulo a small number. Then the values fall into few classes whose members
 * all lead to the same execution, and a search needs to try one of each.
 *
 * An analysis of registers: it follows copies, arguments and results, but no memory. */
#ifndef ANALYSIS_RELEVANCE_H
#define ANALYSIS_RELEVANCE_H

#include "base/vector.h"
#include "program/program.h"

struct cut_points {
  uint64_t *items;
  size_t count, capacity;
};

/* What matters about the value of a register. */
struct relevant_uses {
  bool is_wide;           /* more than the following */
  bool is_returned;       /* as the result of its function: what callers use it for matters, too */
  uint64_t modulus;       /* its remainder, if not 1 */
  struct cut_points cuts; /* whether it is less than these, as an unsigned number; in any order */
};

struct relevance_table;
struct relevance_table *relevance_create(const struct program *program);
void relevance_destroy(struct relevance_table *relevance);

const struct relevant_uses *relevance_uses(struct relevance_table *relevance,
                                           const struct function *function, uint32_t reg);
/* Does some thread ask for the result of another one? */
bool relevance_has_thread_results(const struct relevance_table *relevance);

/* Adds what matters about another register with the same value. */
void relevance_add(struct relevant_uses *uses, const struct relevant_uses *others);
void relevance_release(struct relevant_uses *uses);
/* Values of `width` bits that stand for all, in ascending order, beginning with 0. False: there are
 * more than `most`. */
bool relevance_list(const struct relevant_uses *uses, unsigned width, size_t most, uint64_t *values,
                    size_t *count);

#endif
