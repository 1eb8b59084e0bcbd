/* SPDX-License-Identifier: Apache-2.0 */
/* Suppressions: violations that the user does not want to see, as lines in the format of
 * ThreadSanitizer, `race:pattern`. A pattern is searched in the names of functions, files and
 * variables; `*` matches anything, `^` and `$` match the beginning and the end of the name. */
#ifndef PROGRAM_SUPPRESS_H
#define PROGRAM_SUPPRESS_H

#include "program/property.h"

#include <stddef.h>
#include <stdio.h>

struct suppressions;
struct text;

struct suppressions *suppressions_create(void);
void suppressions_destroy(struct suppressions *suppressions); /* may be NULL */

/* Adds a line, which may be empty or a comment. False: it is none, as `problem` says. */
bool suppressions_add(struct suppressions *suppressions, const char *line, struct text *problem);
/* Adds the lines of a file. False: the message with file and line went to stderr. */
bool suppressions_read(struct suppressions *suppressions, const char *path);

/* The properties that something is suppressed of. NULL: of none. */
property_set suppressions_properties(const struct suppressions *suppressions);
/* Is a violation suppressed that the name is part of? Notes that the line was used, also for the
 * process that forked this one. `is_innermost`: it is the function, or its file, where the
 * violation happens, or a variable; else one that called it. */
bool suppressions_match(const struct suppressions *suppressions, enum property property,
                        const char *name, bool is_innermost);

/* The lines, to be added again elsewhere. */
size_t suppressions_count(const struct suppressions *suppressions);
const char *suppressions_line(const struct suppressions *suppressions, size_t index);
bool suppressions_is_used(const struct suppressions *suppressions, size_t index);
/* "FILE:LINE", or "" if it came from nowhere. */
const char *suppressions_place(const struct suppressions *suppressions, size_t index);

#endif
