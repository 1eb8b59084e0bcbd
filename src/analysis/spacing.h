/* SPDX-License-Identifier: Apache-2.0 */
/* Where in an object something is: at a distance from its beginning, or at any that differs from it
 * by a multiple of a number, as in each element of an array. No pointer wraps around the address
 * space, so that such multiples stay what they are. */
#ifndef ANALYSIS_SPACING_H
#define ANALYSIS_SPACING_H

#include "program/program.h"

struct spacing {
  int64_t bytes;  /* below `every`, unless that is 0 */
  uint64_t every; /* 0: only at `bytes`; 1: anywhere */
};

struct spacing spacing_join(struct spacing a, struct spacing b);
/* Somewhere further, by so many bytes. */
struct spacing spacing_move(struct spacing spacing, int64_t bytes);
/* The number that all values of a term are multiples of, for what variables may be. */
uint64_t spacing_of_number(const struct term *term);

/* Words of an object that hold something. */
enum { MOST_SPACINGS = 8 };
struct spacings {
  uint32_t count;
  struct spacing list[MOST_SPACINGS];
};

/* True: it was not there before. */
bool spacing_add(struct spacings *words, struct spacing word);
/* May an access of `size` bytes touch one of them? `width`: bytes of a word. */
bool spacing_meet(const struct spacings *words, struct spacing access, uint64_t size,
                  uint64_t width);

#endif
