/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/graph: memory that is still allocated at the end of the program. */
#ifndef ENGINE_GRAPH_LEAKS_H
#define ENGINE_GRAPH_LEAKS_H

#include "engine/graph/search.h"

/* The execution has ended: if memory is left when a thread ends the program, this becomes the
 * result. */
void leaks_find(struct graph_search *search);

#endif
