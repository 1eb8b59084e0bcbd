/* SPDX-License-Identifier: Apache-2.0 */
/* The messages of a check besides stories: the verdict and notes. They go to stdout in the form of
 * --format, and to the account for --json and --sarif. */
#ifndef CLI_SAY_H
#define CLI_SAY_H

#include "report/account.h"

#include <stdio.h>

struct options;

/* A sentence; not printed with -q. `id` names its kind for programs. */
void say_note(struct account *account, const struct options *options, enum note_kind kind,
              const char *id, const char *format, ...) __attribute__((format(printf, 5, 6)));
/* What the program was assumed to be: clauses that follow "assuming that". On stderr unless
 * --format has a form for it. Without -v, one for each undefined function, and only the first few
 * of these. */
void say_assumptions(struct account *account, const struct options *options,
                     const char *const *clauses, size_t count);
/* The verdicts, each with its exit code. */
int say_true(struct account *account, int code);
int say_unknown(struct account *account, const struct options *options, const char *reason);
/* Names the properties that are not proven; the reason, which the table tells, is for the account.
 */
int say_open(struct account *account, property_set open, const char *reason);
/* The width of the terminal, or of a page. */
size_t say_width(FILE *out);
/* `text`: the line on stdout. `reason`: why there may be more violations, or NULL. */
int say_false(struct account *account, const char *text, const char *reason);

#endif
