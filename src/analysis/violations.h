/* SPDX-License-Identifier: Apache-2.0 */
/* Which properties a program can violate at all. */
#ifndef ANALYSIS_VIOLATIONS_H
#define ANALYSIS_VIOLATIONS_H

#include "program/program.h"
#include "program/property.h"

/* Those of `properties` that some operation checks which the automata alone can reach, whatever
 * values there are. What is not supported counts as a check of every property. No execution
 * violates the others. */
property_set violations_possible(const struct program *program, property_set properties);

#endif
