/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/graph/search.h"

#include "base/text.h"

#include <stdio.h>

const struct edge *search_user_edge(const struct thread *thread, const struct edge *edge) {
  for (size_t i = thread ? thread->frames.count : 0;
       i-- > 1 && thread->frames.items[i].function->is_library;)
    edge = &thread->frames.items[i - 1].function->edges[thread->frames.items[i].call_edge];
  return edge;
}

void search_not_supported(struct graph_search *search, const struct edge *edge, const char *what) {
  search->ending.is_dead = search->ending.is_unsupported = true;
  if (*search->result->reason)
    return;
  struct text place = {0};
  if (edge)
    program_print_position(&place, search->task->program, edge->at);
  snprintf(search->result->reason, sizeof search->result->reason, "%s%s%s", what,
           place.length ? " at " : "", text_get(&place));
  text_release(&place);
}

void search_note_shared(struct graph_search *search, uint64_t address) {
  map_set(&search->locations.shared, address, 1);
  search->locations.fresh_address = address;
  search->ending.must_restart = search->ending.is_dead = true;
}
