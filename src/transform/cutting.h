/* SPDX-License-Identifier: Apache-2.0 */
/* Cuts what proofs of obligations make superfluous (docs/obligations.md): checks that never fail,
 * and code that is not modelled and never reached. What only they read is then unread
 * (analysis/unread.h), and symbolic engines do not encode it. Marks the plain accesses that never
 * race, for partial-order reduction. Locations, edges and their numbers
 * stay, so that a schedule of the smaller program is one of the whole program. */
#ifndef TRANSFORM_CUTTING_H
#define TRANSFORM_CUTTING_H

#include "analysis/obligations.h"

struct cutting {
  const struct obligations *obligations;
  const bool *is_proven; /* per obligation */
  /* Questions of which every obligation is proven, also PROPERTY_BIT(NOT_MODELLED). */
  property_set whole;
  uint32_t edges;    /* out: that were cut */
  uint32_t raceless; /* out: that were marked */
};

/* Changes the functions of the program: to be called in the process of an engine only, which has a
 * copy of the program. */
void cutting_run(const struct program *program, struct cutting *cutting);

#endif
