/* Inside engine/order: rounds of loops that change nothing. Leaving such a round out of an
 * execution makes no difference, so none of them is looked at, and a loop that waits needs no
 * unwinding. */
#ifndef ENGINE_ORDER_WAITING_H
#define ENGINE_ORDER_WAITING_H

#include "engine/order/symbolic.h"

/* How things were when a round began. */
struct round_start;
struct round_start *round_begin(struct symbolic *symbolic, const struct function *function,
                                struct path *path);
/* Where the round that ends with this path left everything as it was; never says so where it did
 * not. `live`: the registers that matter at the head of the loop. `locks`: apart from locks that it
 * gave away and took again. */
const struct term *round_changed_nothing(struct symbolic *symbolic, uint32_t thread,
                                         const struct round_start *start, struct path *path,
                                         struct live_registers live, bool *locks);

#endif
