/* SPDX-License-Identifier: Apache-2.0 */
/* How far into its object a pointer leads, where all that a register or a word of memory may hold
 * lead equally far. With points-to sets (sharing.h) this tells the members of a structure apart.
 * No regard to the order of edges. */
#ifndef ANALYSIS_OFFSETS_H
#define ANALYSIS_OFFSETS_H

#include "analysis/obstacle.h"
#include "analysis/sharing.h"

struct offsets;
/* NULL: the program may call arbitrary addresses, as `obstacle` says, which may be NULL. */
struct offsets *offsets_create(const struct program *program, const struct sharing *sharing,
                               struct obstacle *obstacle);
void offsets_destroy(struct offsets *offsets);

/* The offset of what a term of a function points to, in whichever object that is. False: it may be
 * one of several, or anything. */
bool offsets_of(const struct offsets *offsets, const struct function *function,
                const struct term *term, int64_t *offset);

/* What a term may evaluate to, beside numbers that depend on no address. */
enum {
  HOLDS_ADDRESS = 1, /* an address, also with a tag */
  HOLDS_DERIVED = 2, /* a number computed from one: part of it, a hash, a product */
};
unsigned offsets_holds(const struct offsets *offsets, const struct function *function,
                       const struct term *term);
/* May it access part of an address that is in memory? `is_alone`: maybe of one of which there is
 * only a part. */
bool offsets_cuts(struct offsets *offsets, const struct function *function, const struct edge *edge,
                  bool *is_alone);
/* May a COPY put derived numbers where there are addresses? */
bool offsets_mixes(struct offsets *offsets, const struct function *function,
                   const struct edge *edge);
/* The bits that addresses have; programs keep tags in the others. */
#define OFFSETS_ADDRESS_BITS (UINT64_MAX >> 16)
/* Does the term tell some of the four lowest bits of its first operand? */
bool offsets_tells_alignment(const struct term *term);

#endif
