/* SPDX-License-Identifier: Apache-2.0 */
/* Terms as words of Boolean functions in an and-inverter graph. */
#ifndef SOLVER_BLAST_H
#define SOLVER_BLAST_H

#include "solver/aig.h"
#include "term/operator.h"

struct term;

struct blaster;
/* The graph must outlive the blaster, and all terms come from one `struct terms`. */
struct blaster *blaster_create(struct aig *aig);
void blaster_destroy(struct blaster *blaster);

/* The bits of `term`, lowest first; valid until the next call. NULL if there is an operator on
 * floats in it, which blaster_unsupported then names. */
const aig_edge *blaster_bits(struct blaster *blaster, const struct term *term);
enum operator blaster_unsupported(const struct blaster *blaster);
/* The bits of a term that was translated before, or NULL: never adds anything to the graph. */
const aig_edge *blaster_known_bits(const struct blaster *blaster, const struct term *term);

#endif
