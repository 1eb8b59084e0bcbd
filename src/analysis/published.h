/* SPDX-License-Identifier: Apache-2.0 */
/* Does a function give the address of one of its thread's variables away? Whatever is not known to
 * keep it counts as giving it away. */
#ifndef ANALYSIS_PUBLISHED_H
#define ANALYSIS_PUBLISHED_H

#include "program/program.h"

/* Per register: may it hold the address of a thread-local variable that the function takes? */
bool *published_find_own(const struct function *function);
/* May the term be such an address, or depend on one? */
bool published_is_own(const bool *own, const struct term *term);
/* The first edge that may store or pass on such an address, or a value made of it; copies to
 * registers of the function do not count. NULL: there is none. */
const struct edge *published_find(const struct function *function, const bool *own);

#endif
