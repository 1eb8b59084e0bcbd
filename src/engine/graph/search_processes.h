/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/graph: several processes explore parts of the search. */
#ifndef ENGINE_GRAPH_SEARCH_PROCESSES_H
#define ENGINE_GRAPH_SEARCH_PROCESSES_H

#include "engine/graph/search.h"

void search_processes_begin(struct graph_search *search);
/* The search begins again. */
void search_processes_reset(struct graph_search *search);
/* Gives half of the pending graphs to a new process if there is room for one. */
void search_processes_split(struct graph_search *search);
/* Adds the results of the other processes. Does not return in a child. */
void search_processes_gather(struct graph_search *search);
void search_processes_end(struct graph_search *search);
/* A complete, or blocked, execution was visited. */
void search_processes_count(struct graph_search *search, bool is_blocked);
void search_processes_show(struct graph_search *search);

#endif
