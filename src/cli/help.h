/* SPDX-License-Identifier: Apache-2.0 */
/* --help and the bash completion, generated from the option table. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "cli/options.h"

#include <stdio.h>

void options_print_help(FILE *out, const enum command *command); /* NULL: all commands */
void options_print_completion(FILE *out);

#endif
