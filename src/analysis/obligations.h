/* SPDX-License-Identifier: Apache-2.0 */
/* Obligations: the places where an execution could violate a property. Each is a question of its
 * own, and a property holds once all its obligations are answered.
 *
 * A place is a source position, as violations name it (known.h): an operation of a library function
 * belongs to the user's call, and operations at one position are one place. What no value can
 * violate is no obligation: a check that is always true, an access by name inside a variable. Nor
 * is a race on memory that only one thread reaches as long as pointers stay in their objects; who
 * proves that there are no races proves those, too (obligations_leave_out_races). Code that is not
 * modelled is an obligation of no property: as long as it may be reached, it may violate any. */
#ifndef ANALYSIS_OBLIGATIONS_H
#define ANALYSIS_OBLIGATIONS_H

#include "program/program.h"
#include "program/property.h"

struct obligations;

/* In place of a property: what is not modelled is reached. */
#define NOT_MODELLED PROPERTY_COUNT

struct obligation {
  unsigned property;  /* enum property, or NOT_MODELLED */
  struct position at; /* line 0: outside of the user's functions, as when the program ends */
  const struct function *function;
  const struct edge *edge; /* the first one at this place, of `function` */
};

/* Of the properties, sorted by property and position, and of what is not modelled. */
struct obligations *obligations_find(const struct program *program, property_set properties);
void obligations_destroy(struct obligations *obligations);

uint32_t obligations_count(const struct obligations *obligations);
const struct obligation *obligations_at(const struct obligations *obligations, uint32_t number);

#define NO_OBLIGATION UINT32_MAX
/* The one at a position of a violation's site; NO_OBLIGATION: a violation there is not expected. */
uint32_t obligations_of_position(const struct obligations *obligations, unsigned property,
                                 struct position at);
/* The one of an edge that user_edge gives; NO_OBLIGATION: it cannot violate the property. */
uint32_t obligations_of_edge(const struct obligations *obligations, unsigned property,
                             const struct function *function, const struct edge *edge);

/* Are there accesses that would be obligations of race if several threads reached their memory? */
bool obligations_leave_out_races(const struct obligations *obligations);
/* The properties that have an obligation, or left-out races; if something not modelled may be
 * reached, all but program.impossible. No execution violates the others. */
property_set obligations_properties(const struct obligations *obligations);

#endif
