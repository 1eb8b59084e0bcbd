/* SPDX-License-Identifier: Apache-2.0 */
/* Walks over the parts of a term: the term itself, its operands, theirs, and so on. Terms are
 * graphs: a part can occur often, and the time of each walk is linear in the number of parts, not
 * of their occurrences. Terms can be as deep as an execution is long, so no walk recurses without a
 * limit. */
#ifndef TERM_WALK_H
#define TERM_WALK_H

#include <stdbool.h>
#include <stdint.h>

struct term;
struct terms;

/* Does `accepts` hold for some part? Asks a part before its operands, and these from left to right,
 * up to the first yes. It may ask about a part more than once. An `accepts` that always says no
 * visits all parts. */
bool term_any(const struct term *root, bool (*accepts)(const struct term *part, void *context),
              void *context);
/* The same without the operands that `follows` leaves out: it returns a bit for each operand of a
 * TERM_APPLY. */
bool term_any_followed(const struct term *root, unsigned (*follows)(const struct term *part),
                       bool (*accepts)(const struct term *part, void *context), void *context);
/* Is this variable a part? */
bool term_mentions(const struct term *root, uint64_t variable);
/* Has it at most so many occurrences of parts? A walk over all occurrences is then cheap. */
bool term_is_small(const struct term *root, unsigned most);

/* The term with `replace(variable)` for each variable, simplified; NULL if that is NULL for one. It
 * may ask about a variable more than once. */
const struct term *
term_map(struct terms *terms, const struct term *root,
         const struct term *(*replace)(const struct term *variable, void *context), void *context);

/* Calls `visit` for `root` and for what it is made of, operands before what uses them, leaving out
 * every term that `is_done` accepts and what only those use. After `visit` a term must be done. */
void term_walk(const struct term *root, bool (*is_done)(const struct term *term, void *context),
               void (*visit)(const struct term *term, void *context), void *context);

#endif
