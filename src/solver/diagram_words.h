/* SPDX-License-Identifier: Apache-2.0 */
/* Terms as words of diagrams: for each bit of a term, the bit vectors in which it is 1. The bits
 * are those of the solver's circuits (blast.h), so an operator has the same meaning here. */
#ifndef SOLVER_DIAGRAM_WORDS_H
#define SOLVER_DIAGRAM_WORDS_H

#include "solver/diagram.h"

struct term;

struct diagram_words;
/* All terms come from one `struct terms`; the diagrams must outlive the words. */
struct diagram_words *diagram_words_create(struct diagrams *diagrams);
void diagram_words_destroy(struct diagram_words *words);

/* Bit i of the variable of terms is the variable variables[i] of diagrams. At most once. */
void diagram_words_bind(struct diagram_words *words, const struct term *variable,
                        const unsigned *variables);
/* Can the term be given? All its variables are bound, and it has no operator on floats. */
bool diagram_words_know(struct diagram_words *words, const struct term *term);
/* A bit of a term that is known. */
diagram diagram_words_bit(struct diagram_words *words, const struct term *term, unsigned bit);

#endif
