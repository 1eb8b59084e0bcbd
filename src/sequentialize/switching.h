/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to sequentialize/: where and when a thread stops. */
#ifndef SEQUENTIALIZE_SWITCHING_H
#define SEQUENTIALIZE_SWITCHING_H

#include "sequentialize/interference.h"
#include "sequentialize/possible.h"
#include "sequentialize/writer.h"

/* Removes the places to stop at which no other thread can have a conflicting step. To be called
 * before names are given. `possible` NULL: nothing is known of the order of steps. False: there is
 * no such place. */
bool switching_reduce(struct sequentializer *s, const struct possible *possible);
/* Numbers the cases of a routine so that numbers grow along its paths. */
void switching_number_cases(struct sequentializer *s, struct flat_unit *unit, const uint32_t *cases,
                            uint32_t count);
/* The condition under which a thread stops at a place; "": never, NULL: always. */
const char *switching_condition(struct writer *w, uint32_t node);
/* May the step that begins at the node come to a wait? */
bool switching_may_wait(const struct flat_unit *unit, uint32_t node);
/* Adds the condition that a thread of the routine, other than the running one, is at one of the
 * cases 1 to the given one. */
void switching_add_before(struct writer *w, struct text *out, const struct flat_unit *other,
                          uint32_t last);
/* The functions that conditions call. */
void switching_helpers(const struct sequentializer *s, struct text *out);

#endif
