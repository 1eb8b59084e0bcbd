/* SPDX-License-Identifier: Apache-2.0 */
/* The registers of a function that have only one definition. Its edge dominates their uses. */
#ifndef ANALYSIS_DEFINITIONS_H
#define ANALYSIS_DEFINITIONS_H

#include "program/program.h"

/* Per register: the only edge that defines it; NULL: there are several, or none, or it is a
 * parameter. memory_release. */
const struct edge **definitions_find(const struct function *function);

/* Is the register the parameter of its function that the call gives a value, and nothing else? */
bool definitions_is_parameter(const struct function *function, uint32_t reg, uint32_t *position);

#endif
