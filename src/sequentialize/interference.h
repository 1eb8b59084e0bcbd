/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to sequentialize/: what a step of a routine may touch, what a thread may still touch
 * from a place on, and whether the one can matter to the other. */
#ifndef SEQUENTIALIZE_INTERFERENCE_H
#define SEQUENTIALIZE_INTERFERENCE_H

#include "sequentialize/flat.h"

struct interference;
/* After all routines are known. */
struct interference *interference_create(struct sequentializer *s);
void interference_destroy(struct interference *interference);

/* Numbers of footprints: equal ones have equal numbers. Footprints of steps depend on where threads
 * can be interrupted. */
uint32_t interference_step(struct interference *interference, const struct flat_unit *unit,
                           uint32_t node);
/* The same for a thread that stops after its first step, which may be part of a longer step in
 * the output. */
uint32_t interference_step_alone(struct interference *interference, const struct flat_unit *unit,
                                 uint32_t node);
/* All that a thread may do from the node on, and what the threads that it creates may do. */
uint32_t interference_rest(struct interference *interference, const struct flat_unit *unit,
                           uint32_t node);
/* Of all that, the plain accesses to memory outside of atomic sections. */
uint32_t interference_accesses(struct interference *interference, const struct flat_unit *unit,
                               uint32_t node);
/* What these nodes do. */
uint32_t interference_nodes(struct interference *interference, const struct flat_unit *unit,
                            const uint32_t *nodes, uint32_t count);
/* May a step with this footprint violate a property, or come to a bound of the output? */
bool interference_fails(const struct interference *interference, uint32_t footprint);
/* May a step with one footprint not commute with a step with the other, of another thread? */
bool interference_conflict(struct interference *interference, uint32_t step, uint32_t other);

#endif
