/* SPDX-License-Identifier: Apache-2.0 */
/* The registers of a function that have only one definition. Its edge dominates their uses. */
#ifndef ANALYSIS_DEFINITIONS_H
#define ANALYSIS_DEFINITIONS_H

#include "program/program.h"

/* Per register: the only edge that defines it; NULL: there are several, or none, or it is a
 * parameter. memory_release. */
const struct edge **definitions_find(const struct function *function);

#endif
