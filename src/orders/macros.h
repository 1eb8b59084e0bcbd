/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the places of accesses that are written in macros. Debug information has only the place
 * where the macro is used. The access is in an argument, as in assert(atomic_load(&x)), or in the
 * definition, as in #define READ(x) atomic_load(x). All uses of such a definition are one place. */
#ifndef ORDERS_MACROS_H
#define ORDERS_MACROS_H

#include "orders/source.h"

/* Moves slots to these places, and joins those that are then the same. A slot stays where it is
 * unless there is exactly one place that can be meant. */
void macros_resolve(struct sources *sources, struct order_slots *slots);

#endif
