/* SPDX-License-Identifier: Apache-2.0 */
/* The reason of UNKNOWN in words for the user: one line about the program, not about the
 * engines. */
#ifndef ENGINE_REASON_H
#define ENGINE_REASON_H

#include <stdbool.h>
#include <stddef.h>

struct program;
struct text;

/* Appends the reason of one engine, without places in the library's own files. */
void reason_add_plain(struct text *out, const struct program *program, const char *reason);

/* Does the reason begin with this limit? "timer_create is not modelled" does not begin with
 * "time". */
bool reason_begins_with_limit(const char *reason, const char *limit);

/* Does the reason tell only that an engine could not follow the program? */
bool reason_is_vague(const char *reason);

/* Appends the reasons of several engines without repetitions: first `limit`, with which all of
 * them begin if it is not empty, then the advance of the engines, then the rest. */
void reason_add_all(struct text *out, const struct program *program, const char *limit,
                    const char *const *reasons, size_t count);

#endif
