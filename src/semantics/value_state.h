/* SPDX-License-Identifier: Apache-2.0 */
/* The representation of memory contents and states in the value domain, for code that scans
 * them. */
#ifndef SEMANTICS_VALUE_STATE_H
#define SEMANTICS_VALUE_STATE_H

#include "semantics/value_domain.h"

/* Cells of contents: see value_domain.c. */
extern const uint64_t value_unknown_cell;
static inline bool value_cell_has_term(uint64_t cell) { return cell >> 32; }
const struct term *value_cell_term(const struct value_context *context, uint64_t cell);

/* The first of the variables that neither a register nor memory nor a fact refers to; NULL: all of
 * them are in use. */
const struct term *value_unused_variable(const struct value_context *context,
                                         const struct state *state,
                                         const struct term *const *variables, size_t count);
/* Every constant in a term, once. */
void value_term_numbers(const struct term *term, void (*visit)(void *visitor, uint64_t number),
                        void *visitor);

#endif
