/* SPDX-License-Identifier: Apache-2.0 */
/* Several task definitions on one command line of `heddle check`. */
#ifndef CLI_TASKS_H
#define CLI_TASKS_H

#include <stdbool.h>

struct options;

typedef int (*check_task)(const struct options *options);

/* Are there several operands, all of them task definitions? */
bool tasks_are_several(const struct options *options);
/* Checks them one by one and lists the verdicts. Returns the gravest exit code. */
int tasks_check(const struct options *options, check_task check);

#endif
