/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to sequentialize/: the reduction `order`, by sleep sets. */
#ifndef SEQUENTIALIZE_SLEEPING_H
#define SEQUENTIALIZE_SLEEPING_H

#include "sequentialize/flat.h"

/* Was the reduction asked for, and is the number of threads one that it supports? */
bool sleeping_applies(const struct sequentializer *s);
/* Tables and the function that computes the sleep set. */
void sleeping_helpers(struct sequentializer *s, struct text *out);
/* The statements between the choice of `next` and its step. */
void sleeping_choice(const struct sequentializer *s, struct text *out);

#endif
