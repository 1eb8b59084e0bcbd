/* SPDX-License-Identifier: Apache-2.0 */
/* The files of --json and --sarif. */
#ifndef CLI_DOCUMENTS_H
#define CLI_DOCUMENTS_H

#include <stdbool.h>

struct answer;
struct options;

/* False: the options make no sense, which was said. If a document goes to stdout, everything else
 * that would goes to stderr from then on. `*answer` is NULL if no document is asked for. */
bool documents_begin(const struct options *options, struct answer **answer);
/* Keeps what a signal handler is to write that ends the process: the answer as it is now, with
 * `verdict` and `exit_code`. To be called again whenever the answer has changed. */
void documents_prepare(struct answer *answer, const struct options *options, const char *verdict,
                       int exit_code);
/* Writes the documents, and releases the answer. Returns `code`, or that of a usage error if a file
 * cannot be written. */
int documents_end(struct answer *answer, const struct options *options, int code);

#endif
