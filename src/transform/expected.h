/* SPDX-License-Identifier: Apache-2.0 */
/* The fields of locks, attributes, threads' records and other objects of the library that keep the
 * value that they have at the start (analysis/kept.h). A field is the bytes that a load of the
 * library reads.
 *
 * This is what is expected, not what is certain: an address that leaves its object may lead to a
 * field all the same. So users must notice an execution in which a load reads another value. */
#ifndef TRANSFORM_EXPECTED_H
#define TRANSFORM_EXPECTED_H

#include "program/program.h"

struct expected;
/* Finds where the program's pointers lead, which stays true while functions only become smaller. */
struct expected *expected_create(const struct program *program);
/* Finds the fields. `is_reached`: per function, whether it can be called; others store nothing. */
void expected_find(struct expected *fields, const bool *is_reached);
void expected_destroy(struct expected *fields);
/* The constant that a load is expected to read, as wide as its target; NULL: there is none. */
const struct term *expected_value(const struct expected *fields, const struct edge *load);

#endif
