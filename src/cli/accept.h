/* SPDX-License-Identifier: Apache-2.0 */
/* Places that the user has judged: --accept FILE, which --write-accept writes. Each line of the
 * file names a property, a position, and the text of that line of the source. A place is accepted
 * as long as its line has this text, wherever in the file the line is. */
#ifndef CLI_ACCEPT_H
#define CLI_ACCEPT_H

#include <stdbool.h>

struct input;
struct options;
struct result;

/* False: the file cannot be read, or is none of these; a message says so. */
bool accept_check(const struct options *options);
/* Counts the places that are open and accepted as proven, in an UNKNOWN result, which becomes TRUE
 * if nothing else is left; says how many these are. */
void accept_apply(const struct input *input, const struct options *options, struct result *result);
/* Writes what is open or accepted; false: it cannot be written. */
bool accept_write(const struct input *input, const struct options *options,
                  const struct result *result);

#endif
