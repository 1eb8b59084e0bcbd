/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to sequentialize/: facts about the graph of a unit that its text depends on. */
#ifndef SEQUENTIALIZE_BODY_H
#define SEQUENTIALIZE_BODY_H

#include "sequentialize/writer.h"

/* Per node: where all ways from it meet again before the thread is interrupted; NO_NODE_AT:
 * nowhere. */
uint32_t *body_joins(const struct flat_unit *unit);
/* Per node: is nothing done before it in its step that another thread could notice? */
bool *body_clean(struct sequentializer *s, const struct flat_unit *unit);

/* Can others notice what the node does? Inside an atomic section, too. */
bool body_is_noticed(struct sequentializer *s, const struct flat_node *node);

#endif
