/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to sequentialize/: the locks that threads can wait for in a cycle. */
#ifndef SEQUENTIALIZE_LOCK_ORDER_H
#define SEQUENTIALIZE_LOCK_ORDER_H

#include "sequentialize/flat.h"

/* After the number of threads is known, before names are given. */
void lock_order_find(struct sequentializer *s);
void lock_order_release(struct sequentializer *s);
/* Can there be a cycle at all? */
bool lock_order_has_cycles(const struct sequentializer *s);
/* Does the output note what the edge takes or gives back? */
bool lock_order_is_noted(struct sequentializer *s, const struct flat_instance *instance,
                         const struct edge *hold);
/* Can a thread that waits at the edge be part of a cycle? */
bool lock_order_is_awaited(struct sequentializer *s, const struct flat_instance *instance,
                           const struct edge *wait);
/* How many places one thread gets for what it holds, and whether it may need more. If there are
 * cycles. */
uint32_t lock_order_most_held(const struct sequentializer *s, bool *may_exceed);

#endif
