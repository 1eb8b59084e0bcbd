/* SPDX-License-Identifier: Apache-2.0 */
/* What is said with UNKNOWN: what is known all the same, and what may help. */
#ifndef CLI_UNKNOWN_H
#define CLI_UNKNOWN_H

struct input;
struct options;
struct result;

void unknown_explain(const struct input *input, const struct options *options,
                     const struct result *result);

#endif
