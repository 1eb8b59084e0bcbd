/* SPDX-License-Identifier: Apache-2.0 */
/* What a search without a verdict tells: how far it came, and what would let heddle decide more. */
#ifndef CLI_UNKNOWN_H
#define CLI_UNKNOWN_H

#include "engine/engine.h"

struct input;
struct options;

/* Does a table precede the verdict? With -q, in other formats and under SV-COMP's rules there is
 * none; the verdict then names the reason. */
bool unknown_has_table(const struct input *input, const struct options *options);
/* What is proven, left, searched and in the way. */
void unknown_print_table(const struct input *input, const struct engine *engine,
                         const struct result *result);
/* --html without a violation: the sources with what is known of their places. False: it cannot be
 * written. */
bool unknown_write_page(const struct input *input, const struct options *options,
                        const struct engine *engine, const struct result *result);
/* Prints the table on the way if nothing was answered for a while, and keeps it ready for the case
 * that the process is ended. */
struct table_listener {
  struct partial_result_listener listener; /* first: for the task */
  const struct input *input;
  const struct engine *engine;
  bool is_shown;     /* on the way */
  double next, wait; /* when it is printed, and the time between, in seconds */
  double next_words; /* when it is kept ready again */
  uint32_t answered; /* places, when it heard last */
};
void unknown_listen(struct table_listener *listener, const struct input *input,
                    const struct engine *engine, bool is_shown);
/* Prints it, and adds it to the account. */
void unknown_explain(const struct input *input, const struct options *options,
                     const struct engine *engine, const struct result *result);

#endif
