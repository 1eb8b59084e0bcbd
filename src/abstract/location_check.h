/* SPDX-License-Identifier: Apache-2.0 */
/* Checks what a proof over locations relies on: the actions are those that threads can take there,
 * and where only one thread was executed, the others could indeed be left out. */
#ifndef ABSTRACT_LOCATION_CHECK_H
#define ABSTRACT_LOCATION_CHECK_H

#include "abstract/locations.h"

struct stands {
  struct stand *items;
  size_t count, capacity;
};
void stands_release(struct stands *stands);

/* Executes the actions at a location again, without the cache. Also checks why other threads were
 * left out: the steps of the chosen thread commute with everything that others may do, or all
 * others are stuck wherever the chosen one moved. False: a check failed. */
bool locations_run_anew(struct locations *locations, uint32_t number, struct stands *stands);
/* Does every path through reduced locations end at one that is not reduced? Otherwise threads
 * could be left out forever. */
bool locations_reduction_ends(const struct locations *locations);

#endif
