/* SPDX-License-Identifier: Apache-2.0 */
/* Records the abstract reachability graph during the search, so that it can be drawn. */
#ifndef ENGINE_EXPLICIT_DRAW_H
#define ENGINE_EXPLICIT_DRAW_H

#include "engine/explicit/threading.h"
#include "engine/state_graph.h"

struct drawing {
  struct reach_listener listener; /* first: the listener is the drawing */
  const struct threading *threading;
  struct state_graph *graph;
};

void drawing_init(struct drawing *drawing, const struct threading *threading,
                  struct state_graph *graph);

#endif
