/* SPDX-License-Identifier: Apache-2.0 */
/* What a search without a verdict tells: how far it came, and what would let heddle decide more. */
#ifndef CLI_UNKNOWN_H
#define CLI_UNKNOWN_H

#include <stdbool.h>

struct engine;
struct input;
struct options;
struct result;

/* Does a table precede the verdict? With -q, in other formats and under SV-COMP's rules there is
 * none; the verdict then names the reason. */
bool unknown_has_table(const struct input *input, const struct options *options);
/* What is proven, left, searched and in the way. */
void unknown_print_table(const struct input *input, const struct engine *engine,
                         const struct result *result);
/* Prints it, and adds it to the account. */
void unknown_explain(const struct input *input, const struct options *options,
                     const struct engine *engine, const struct result *result);

#endif
