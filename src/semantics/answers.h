/* The answers to what a step leaves open, one sequence after the other: like the digits of a
 * counter of which the last turns fastest. What is asked may depend on the answers so far. */
#ifndef SEMANTICS_ANSWERS_H
#define SEMANTICS_ANSWERS_H

#include "base/vector.h"
#include "semantics/chooser.h"

struct digit {
  uint64_t value, count; /* the value-th of `count` possibilities */
};

struct answers {
  struct chooser chooser; /* first: the chooser is the answers */
  VECTOR(struct digit) digits;
  size_t next;                /* how many digits the step has asked for */
  bool was_wide;              /* a number was asked for that has too many values */
  const struct edge *wide_at; /* and where */
  void *owner;                /* whoever settles values */
};

void answers_init(struct answers *answers, void *owner,
                  bool (*settle)(struct chooser *chooser, struct value value, unsigned width,
                                 bool only_looks, uint64_t *bits));
void answers_release(struct answers *answers);
/* Before the first sequence. */
void answers_begin(struct answers *answers);
/* To the next sequence; false if that was the last. */
bool answers_advance(struct answers *answers);
/* The next answer, less than `count`. */
uint64_t answers_next(struct answers *answers, uint64_t count);

#endif
