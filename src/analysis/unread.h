/* SPDX-License-Identifier: Apache-2.0 */
/* Unread values: registers and variables whose values no branch, address, check or call depends on.
 * Such a value only flows into itself and into others of the kind, like a counter that a program
 * maintains and never looks at. A search that stores zero instead explores the same executions, and
 * endless programs that only count then have finitely many states.
 *
 * A variable counts only if every access that names it has a constant address. The machine notes if
 * a computed address reads it all the same (machine.doubts.read_unread); the search then starts
 * again. */
#ifndef ANALYSIS_UNREAD_H
#define ANALYSIS_UNREAD_H

#include "program/program.h"
#include "program/property.h"

struct unread;

/* NULL: there are no such values. Checks of other properties than `properties` do not count. */
struct unread *unread_create(const struct program *program, property_set properties);
void unread_destroy(struct unread *unread);

bool unread_has_register(const struct unread *unread, const struct function *function,
                         uint32_t reg);
/* `variable`: one of program.objects, no thread-local one. */
bool unread_has_variable(const struct unread *unread, const struct object *variable);

#endif
