/* SPDX-License-Identifier: Apache-2.0 */
/* The files of --json and --sarif. */
#ifndef CLI_DOCUMENTS_H
#define CLI_DOCUMENTS_H

#include <stdbool.h>

struct account;
struct options;

/* False: the options make no sense, which was said. If a document goes to stdout, everything else
 * that would goes to stderr from then on. `*account` is NULL if no document is asked for. */
bool documents_begin(const struct options *options, struct account **account);
/* Keeps what a signal handler is to write that ends the process: the account as it is now, with
 * `verdict` and `exit_code`. To be called again whenever the account has changed. */
void documents_prepare(struct account *account, const struct options *options, const char *verdict,
                       int exit_code);
/* Writes the documents, and releases the account. Returns `code`, or that of a usage error if a
 * file cannot be written. */
int documents_end(struct account *account, const struct options *options, int code);

#endif
