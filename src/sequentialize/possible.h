/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to sequentialize/: which values registers and memory may have at each node of a routine,
 * whatever the other threads do between two steps, and what follows from it. The head of possible.c
 * says how it is found. */
#ifndef SEQUENTIALIZE_POSSIBLE_H
#define SEQUENTIALIZE_POSSIBLE_H

#include "sequentialize/flat.h"

struct possible;

/* NULL: the program has something that this analysis does not follow. */
struct possible *possible_create(struct sequentializer *s);
/* Analyses all routines, for threads that stop at the nodes that are visible now. False: there
 * are too many states. */
bool possible_find(struct possible *possible);
void possible_destroy(struct possible *possible);
/* Can a thread stand at the node of a routine while another one makes a step from `start` of
 * `other`? */
bool possible_meets(const struct possible *possible, const struct flat_unit *unit, uint32_t node,
                    const struct flat_unit *other, uint32_t start);

/* pruning.c: removes library code that only runs for values that are impossible. False: there
 * was none. */
bool pruning_run(struct sequentializer *s, const struct possible *possible);

#endif
