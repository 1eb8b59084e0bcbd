/* SPDX-License-Identifier: Apache-2.0 */
/* Passes a result from the process of an engine to its parent, as lines of text. Both have the same
 * program, so an edge is identified by its numbers. */
#ifndef ENGINE_MESSAGE_H
#define ENGINE_MESSAGE_H

#include <stdbool.h>

struct program;
struct result;
struct text;

void message_write(struct text *out, const struct program *program, const struct result *result);
/* False: the message is incomplete. Then only the partial result in `result` is valid, since its
 * lines come first. The caller releases the result in any case. */
bool message_read(const char *text, const struct program *program, struct result *result);

#endif
