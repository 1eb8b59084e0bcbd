/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to sequentialize/: facts about the graph of a unit that its text depends on. */
#ifndef SEQUENTIALIZE_BODY_H
#define SEQUENTIALIZE_BODY_H

#include "sequentialize/writer.h"

/* Per node: the first node that all paths from it come to before the thread can be interrupted;
 * NO_NODE_AT: there is none. */
uint32_t *body_joins(const struct flat_unit *unit);

#endif
