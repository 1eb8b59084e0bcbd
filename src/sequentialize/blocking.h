/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to sequentialize/: threads that wait until another thread changes something. */
#ifndef SEQUENTIALIZE_BLOCKING_H
#define SEQUENTIALIZE_BLOCKING_H

#include "sequentialize/writer.h"

/* Finds the cases that begin with a condition. To be called once names are given and cases are
 * numbered. */
void blocking_find(struct sequentializer *s);
/* The last case of a routine from which a thread may still make such a condition of another
 * routine true or false; 0: there is none. */
uint32_t blocking_last_change(struct sequentializer *s, const struct flat_unit *unit,
                              const struct flat_unit *waiting);
/* Declarations of is_free and is_blocked, and the functions that evaluate the conditions. */
void blocking_declare(const struct sequentializer *s, struct text *out);
void blocking_define(struct sequentializer *s, struct text *out);

#endif
