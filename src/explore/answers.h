/* SPDX-License-Identifier: Apache-2.0 */
/* Enumerates the answers to the choices of a step, one sequence after another, like the digits of a
 * counter whose last digit turns fastest. Later choices may depend on earlier answers.
 *
 *   answers_begin(answers);
 *   do
 *     take the step, with answers->chooser as the chooser of the machine;
 *   while (answers_advance(answers)); */
#ifndef EXPLORE_ANSWERS_H
#define EXPLORE_ANSWERS_H

#include "base/vector.h"
#include "semantics/chooser.h"

struct digit {
  uint64_t value, count; /* the value-th of `count` possibilities */
  uint64_t bits;         /* the number that stands for it */
};

struct answers {
  struct chooser chooser; /* first: the chooser is the answers */
  VECTOR(struct digit) list;
  size_t next;                /* how many of them the step has asked for */
  uint64_t asked;             /* how often an answer was asked for, in all */
  unsigned widest;            /* a choice of more bits has too many values to try them all, … */
  bool samples;               /* … and some of them are tried; else only 0 */
  bool was_wide;              /* such a choice was met … */
  const struct edge *wide_at; /* … here first */
  void *owner;                /* of the function concretize */
};

/* `concretize`: the chooser's function of that name; NULL: all values are known. */
void answers_init(struct answers *answers, void *owner,
                  bool (*concretize)(struct chooser *chooser, struct value value, unsigned width,
                                     bool only_looks, uint64_t *bits));
void answers_release(struct answers *answers);
/* Before the first sequence. */
void answers_begin(struct answers *answers);
/* The step is to be taken once more with a sequence that is known. */
void answers_repeat(struct answers *answers, const uint64_t *bits, size_t count);
/* To the next sequence; false if that was the last. */
bool answers_advance(struct answers *answers);
/* The next answer, less than `count`. */
uint64_t answers_next(struct answers *answers, uint64_t count);

#endif
