/* SPDX-License-Identifier: Apache-2.0 */
/* The messages with UNKNOWN: partial results, and advice. */
#ifndef CLI_UNKNOWN_H
#define CLI_UNKNOWN_H

struct input;
struct options;
struct result;

void unknown_explain(const struct input *input, const struct options *options,
                     const struct result *result);

#endif
