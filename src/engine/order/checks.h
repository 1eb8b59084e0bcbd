/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/order: how paths end: by errors, assumptions and what the run leaves out. */
#ifndef ENGINE_ORDER_CHECKS_H
#define ENGINE_ORDER_CHECKS_H

#include "engine/order/path.h"

/* Leaves out the executions of the path: `what` is the reason. */
void outcomes_leave_out(struct order_run *run, const struct thread_path *path,
                        const struct edge *edge, const char *what);
/* Likewise, and ends the path. */
void outcomes_end(struct order_run *run, struct thread_path *path, const struct edge *edge,
                  const char *what);
/* Leaves out the executions of the path where the condition holds as well, if there are any. */
void outcomes_leave_out_where(struct order_run *run, const struct thread_path *path,
                              const struct term *condition, const struct edge *edge,
                              const char *what);
/* Cuts off the executions of the path at the bound with this key. */
void outcomes_cut_off(struct order_run *run, const struct thread_path *path, uint64_t bound,
                      bool decided);
/* Violates the property where `holds` is false; the path continues where it is true. If the
 * property is not checked and the check is fatal, the path ends there without an error. */
void outcomes_check(struct order_run *run, struct thread_path *path, const struct term *holds,
                    enum property property, bool fatal);
/* Ends the path where the condition is false. */
void outcomes_assume(struct order_run *run, struct thread_path *path, const struct term *condition);
/* Where the condition is true, the thread stays at the place with the events from this one on. */
void outcomes_note_stop(struct order_run *run, const struct term *condition, size_t first_event,
                        bool is_wait);
void outcomes_add_choice(struct order_run *run, const struct thread_path *path,
                         const struct edge *edge, const struct term *guard,
                         const struct term *value);

#endif
