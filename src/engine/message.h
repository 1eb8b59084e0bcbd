/* SPDX-License-Identifier: Apache-2.0 */
/* Passes a result from the process of an engine to its parent, as lines of text. Both have the same
 * program, so an edge is identified by its numbers. */
#ifndef ENGINE_MESSAGE_H
#define ENGINE_MESSAGE_H

#include <stdbool.h>

struct board;
struct program;
struct result;
struct text;

void message_write(struct text *out, const struct program *program, const struct result *result);
/* `board`: any of the program; NULL: answers to obligations are not expected. False: the message is
 * incomplete. Then only the partial result and the board in `result` are valid, since their lines
 * come first. The caller releases the result in any case. */
bool message_read(const char *text, const struct program *program, const struct board *board,
                  struct result *result);

#endif
