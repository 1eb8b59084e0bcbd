/* SPDX-License-Identifier: Apache-2.0 */
/* The value domain: a value is a number, a term over symbols, or unknown. A symbol represents one
 * arbitrary number of the program. The precision is the set of sources whose numbers get symbols;
 * other arbitrary numbers are unknown, and everything computed from an unknown value is unknown.
 * Assumptions about symbols are part of the state (state.facts, as ids of terms). */
#ifndef SEMANTICS_VALUE_DOMAIN_H
#define SEMANTICS_VALUE_DOMAIN_H

#include "semantics/value_state.h"

extern const struct domain domain_value;

/* Arbitrary numbers of up to so many bits are chosen at once, one after the other. */
enum { FEW_BITS = 2 };

#endif
