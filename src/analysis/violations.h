/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a program can violate anything at all. */
#ifndef ANALYSIS_VIOLATIONS_H
#define ANALYSIS_VIOLATIONS_H

#include "program/program.h"
#include "program/property.h"

/* False: no execution can, since no check of these properties, and nothing that is not supported,
 * can be reached by the automata alone, whatever values there are. */
bool violations_are_possible(const struct program *program, property_set properties);

#endif
