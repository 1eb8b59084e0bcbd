/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/order: loop iterations that change nothing. An execution without them reaches
 * the same states, so such iterations are not considered, and a loop that only waits needs no
 * unwinding. */
#ifndef ENGINE_ORDER_WAITING_H
#define ENGINE_ORDER_WAITING_H

#include "engine/order/path.h"

/* The state of a path at the start of an iteration. */
struct iteration_start;
struct iteration_start *iteration_begin(struct order_run *run, const struct function *function,
                                        struct thread_path *path);
/* The number of its first event. */
size_t iteration_first_event(const struct iteration_start *start);
/* Where the iteration that ends with this path certainly changed nothing. `live`: the registers
 * that matter at the head of the loop. *locks: it also released locks and acquired them again. */
const struct term *iteration_changed_nothing(struct order_run *run,
                                             const struct iteration_start *start,
                                             struct thread_path *path, struct live_registers live,
                                             bool *locks);

#endif
