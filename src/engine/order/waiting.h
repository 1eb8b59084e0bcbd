/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/order: loop iterations that change nothing. Leaving such an iteration out of
 * an execution makes no difference, so none of them is considered, and a loop that only waits needs
 * no unwinding. */
#ifndef ENGINE_ORDER_WAITING_H
#define ENGINE_ORDER_WAITING_H

#include "engine/order/symbolic.h"

/* How things were when an iteration began. */
struct iteration_start;
struct iteration_start *iteration_begin(struct symbolic *symbolic, const struct function *function,
                                        struct thread_path *path);
/* The number of its first event. */
size_t iteration_first_event(const struct iteration_start *start);
/* Where the iteration that ends with this path left everything as it was; never says so where it
 * did not. `live`: the registers that matter at the head of the loop. `locks`: apart from locks
 * that it gave away and took again. */
const struct term *iteration_changed_nothing(struct symbolic *symbolic,
                                             const struct iteration_start *start,
                                             struct thread_path *path, struct live_registers live,
                                             bool *locks);

#endif
