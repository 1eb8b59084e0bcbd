/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a thread would wait if it moved next, decided on a copy of the state. A switch away from
 * a thread that would wait anyway is no preemption. */
#ifndef SEMANTICS_LOOKAHEAD_H
#define SEMANTICS_LOOKAHEAD_H

#include "semantics/machine.h"

struct lookahead;                                    /* what is kept between questions */
void lookahead_destroy(struct lookahead *lookahead); /* may be NULL */

/* `*lookahead` is NULL before the first question. `machine` and `state` stay as they are. */
bool lookahead_waits(struct lookahead **lookahead, const struct machine *machine,
                     struct state *state, const struct thread *thread);

#endif
