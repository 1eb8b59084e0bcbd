/* SPDX-License-Identifier: Apache-2.0 */
/* Conditions of specifications before they become C: their tokens, and errors that can be found
 * without the program. A valid condition is a C expression without side effects. */
#ifndef PROGRAM_CONDITION_H
#define PROGRAM_CONDITION_H

#include <stdbool.h>
#include <stddef.h>

/* The next token of an expression: its beginning, and its length in *length; NULL: there is none.
 */
const char *condition_next_token(const char *at, size_t *length);
bool condition_is_name(const char *token, size_t length);

struct condition_mistake {
  size_t offset; /* in the condition */
  char message[160];
};

/* False: there is a mistake. A number may have a suffix, as in C. */
bool condition_check(const char *condition, struct condition_mistake *mistake);
bool condition_check_number(const char *token, size_t length, struct condition_mistake *mistake);

#endif
