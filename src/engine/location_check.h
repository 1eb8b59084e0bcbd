/* SPDX-License-Identifier: Apache-2.0 */
/* Checks what a proof over locations relies on: that the actions are what threads really do there,
 * however they were found, and that the actions of one thread may represent those of all where they
 * do. */
#ifndef ENGINE_LOCATION_CHECK_H
#define ENGINE_LOCATION_CHECK_H

#include "engine/locations.h"

struct stands {
  struct stand *items;
  size_t count, capacity;
};
void stands_release(struct stands *stands);

/* The actions at a location, executed anew: none is taken from another location. Why some threads
 * were left out is asked anew, too: the step of the one that was chosen commutes with everything
 * others may do; or all others are stuck, which each of them is made to show wherever the chosen
 * one went on. False: that is not so. */
bool locations_run_anew(struct locations *locations, uint32_t number, struct stands *stands);
/* Does every way through reduced locations end at one that is not reduced? Otherwise threads could
 * be left out for ever. */
bool locations_reduction_ends(const struct locations *locations);

#endif
