/* SPDX-License-Identifier: Apache-2.0 */
/* The term domain: a value is a term. It has constants and operators; memory, choices and decisions
 * belong to the symbolic engines that use it. The context is a `struct terms`. */
#ifndef SEMANTICS_TERM_DOMAIN_H
#define SEMANTICS_TERM_DOMAIN_H

#include "semantics/domain.h"

extern const struct domain domain_term;

struct value value_from_term(const struct term *term);
const struct term *term_domain_term(struct value value);

#endif
