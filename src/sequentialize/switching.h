/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to sequentialize/: where and when a thread stops. */
#ifndef SEQUENTIALIZE_SWITCHING_H
#define SEQUENTIALIZE_SWITCHING_H

#include "sequentialize/interference.h"
#include "sequentialize/possible.h"
#include "sequentialize/writer.h"

/* Drops the places to stop that no other thread makes necessary. Before names are given. Without
 * `possible`, nothing is known of the order of steps. False: there are none. */
bool switching_reduce(struct sequentializer *s, const struct possible *possible);
/* Numbers the cases of a routine along its ways. */
void switching_number_cases(struct sequentializer *s, struct flat_unit *unit, const uint32_t *cases,
                            uint32_t count);
/* The condition under which a thread stops at a place; "": never, NULL: always. */
const char *switching_condition(struct writer *w, uint32_t node);
/* Does the step that begins at the node come to a wait? */
bool switching_may_wait(const struct flat_unit *unit, uint32_t node);
/* Adds whether a thread of the routine, other than the running one, stands at one of its first
 * cases up to the given one; 0: none of them. */
void switching_add_before(struct writer *w, struct text *out, const struct flat_unit *other,
                          uint32_t last);
/* The functions that conditions call. */
void switching_helpers(const struct sequentializer *s, struct text *out);

#endif
