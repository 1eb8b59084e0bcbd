/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to sequentialize/: data races as calls of reach_error. */
#ifndef SEQUENTIALIZE_RACING_H
#define SEQUENTIALIZE_RACING_H

#include "sequentialize/writer.h"

bool racing_wanted(const struct sequentializer *s);
/* What threads access outside of atomic sections. After all nodes are known, before names are. */
void racing_find(struct sequentializer *s);
/* May it race with an access in an atomic section? */
bool racing_is_plain_access(const struct flat_unit *unit, const struct flat_node *node);
/* Before an access in an atomic section: asks whether another thread is about to do one that it
 * races with. */
void racing_write(struct writer *w, const struct flat_node *node);
/* Declarations, and the functions that say what each thread is about to access. */
void racing_declare(const struct sequentializer *s, struct text *out);
void racing_define(struct sequentializer *s, struct text *out);

#endif
