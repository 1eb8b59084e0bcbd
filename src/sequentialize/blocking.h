/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to sequentialize/: threads that cannot move until others let them. */
#ifndef SEQUENTIALIZE_BLOCKING_H
#define SEQUENTIALIZE_BLOCKING_H

#include "sequentialize/writer.h"

/* Finds the cases that begin with a condition. After names were given and cases numbered. */
void blocking_find(struct sequentializer *s);
/* The last case of a routine from which a thread may change such a condition of another routine; 0:
 * none. */
uint32_t blocking_last_change(struct sequentializer *s, const struct flat_unit *unit,
                              const struct flat_unit *waiting);
/* Declarations of is_free and is_blocked, and the functions that evaluate the conditions. */
void blocking_declare(const struct sequentializer *s, struct text *out);
void blocking_define(struct sequentializer *s, struct text *out);

#endif
