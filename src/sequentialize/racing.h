/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to sequentialize/: data races as calls of reach_error. */
#ifndef SEQUENTIALIZE_RACING_H
#define SEQUENTIALIZE_RACING_H

#include "sequentialize/writer.h"

bool racing_wanted(const struct sequentializer *s);
/* Finds what threads access outside of atomic sections. To be called once all nodes are known,
 * and before names are given. */
void racing_find(struct sequentializer *s);
/* Is it a plain access outside of atomic sections, which may race with one inside? */
bool racing_is_plain_access(const struct flat_unit *unit, const struct flat_node *node);
/* Before an access in an atomic section, writes the check that no other thread is about to make
 * an access that races with it. */
void racing_write(struct writer *w, const struct flat_node *node);
/* Declarations, and the functions that say what each thread is about to access. */
void racing_declare(const struct sequentializer *s, struct text *out);
void racing_define(struct sequentializer *s, struct text *out);

#endif
