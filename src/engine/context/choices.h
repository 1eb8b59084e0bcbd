/* What a step leaves open is decided by a sequence of choices, one sequence after the other: like
 * the digits of a counter of which the last turns fastest. What is asked may depend on the choices
 * so far. */
#ifndef ENGINE_CONTEXT_CHOICES_H
#define ENGINE_CONTEXT_CHOICES_H

#include "base/vector.h"

#include <stdbool.h>
#include <stdint.h>

struct choice {
  uint64_t value, count; /* the value-th of `count` possibilities */
};

struct choices {
  VECTOR(struct choice) list;
  size_t next; /* how many the step has asked for */
};

void choices_begin(struct choices *choices);
/* A sequence that is known: the step is to be taken as it was before. */
void choices_repeat(struct choices *choices, const uint64_t *values, size_t count);
/* To the next sequence; false if that was the last. */
bool choices_advance(struct choices *choices);
/* The next choice, less than `count`. */
uint64_t choices_next(struct choices *choices, uint64_t count);

#endif
