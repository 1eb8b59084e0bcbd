/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to sequentialize/: the locks that threads can wait for in a cycle. */
#ifndef SEQUENTIALIZE_LOCK_ORDER_H
#define SEQUENTIALIZE_LOCK_ORDER_H

#include "sequentialize/flat.h"

/* To be called once the number of threads is known, and before names are given. */
void lock_order_find(struct sequentializer *s);
void lock_order_release(struct sequentializer *s);
/* Can there be a cycle at all? */
bool lock_order_has_cycles(const struct sequentializer *s);
/* Does the output record that a thread acquires or releases what the edge names? */
bool lock_order_is_noted(struct sequentializer *s, const struct flat_instance *instance,
                         const struct edge *hold);
/* Can a thread that waits at the edge be part of a cycle? */
bool lock_order_is_awaited(struct sequentializer *s, const struct flat_instance *instance,
                           const struct edge *wait);
/* If there are cycles: the length of the array for the locks that one thread holds, and whether
 * a thread may hold more. */
uint32_t lock_order_most_held(const struct sequentializer *s, bool *may_exceed);

#endif
