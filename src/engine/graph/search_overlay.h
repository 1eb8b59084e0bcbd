/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/graph: answers the machine during the search. */
#ifndef ENGINE_GRAPH_SEARCH_OVERLAY_H
#define ENGINE_GRAPH_SEARCH_OVERLAY_H

#include "engine/graph/search.h"

/* The search becomes overlay, chooser and listener of its machine. */
void search_overlay_attach(struct graph_search *search);

#endif
