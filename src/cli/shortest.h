/* SPDX-License-Identifier: Apache-2.0 */
/* Replaces a counterexample by the shortest one that is found in the time of --shorten. */
#ifndef CLI_SHORTEST_H
#define CLI_SHORTEST_H

#include "cli/input.h"
#include "cli/options.h"
#include "semantics/machine.h"
#include "semantics/schedule.h"

/* The search that found it took so many seconds; they count without --shorten. */
void shortest_find(const struct input *input, const struct options *options, double searched,
                   struct schedule *schedule, struct violation *violation);

#endif
