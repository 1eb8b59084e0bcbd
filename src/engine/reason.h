/* SPDX-License-Identifier: Apache-2.0 */
/* The reason of UNKNOWN in words for the user: one line about the program, not about the
 * engines. */
#ifndef ENGINE_REASON_H
#define ENGINE_REASON_H

#include <stdbool.h>
#include <stddef.h>

struct program;
struct text;

/* Appends what one engine says, without places in the library's own files. */
void reason_add_plain(struct text *out, const struct program *program, const char *reason);

/* Does the reason begin with this limit, such as "time"? "timer_create is not modelled" does not.
 */
bool reason_begins_with_limit(const char *reason, const char *limit);

/* Does the reason say only that an engine could not follow the program, and nothing about it? */
bool reason_is_vague(const char *reason);

/* Appends what several engines say, each thing once: `limit` if it is not empty, which all of them
 * begin with, then how far they came, then what else there is. */
void reason_add_all(struct text *out, const struct program *program, const char *limit,
                    const char *const *reasons, size_t count);

#endif
