/* SPDX-License-Identifier: Apache-2.0 */
/* Questions about recorded threads, nodes and events. */
#include "engine/order/log.h"

void event_log_release(struct event_log *log) {
  vector_each (event, &log->events)
    memory_release(event->targets);
  vector_each (event, &log->frees)
    memory_release(event->targets);
  vector_release(&log->threads);
  vector_release(&log->nodes);
  vector_release(&log->taken);
  vector_release(&log->events);
  vector_release(&log->frees);
  vector_release(&log->fences);
  vector_release_members(&log->sections, releases);
  vector_release(&log->epochs);
  map_release(&log->last_writes);
}

void event_log_by_node(const struct event_log *log, uint32_t **first_event, uint32_t **events) {
  size_t count = log->nodes.count;
  uint32_t *first = memory_allocate_zeroed((count + 2) * sizeof *first);
  *events = memory_allocate((log->events.count + 1) * sizeof **events);
  for (size_t i = 0; i < log->events.count; i++)
    first[log->events.items[i].node + 2]++;
  for (size_t i = 0; i < count; i++)
    first[i + 2] += first[i + 1];
  for (uint32_t i = 0; i < log->events.count; i++)
    (*events)[first[log->events.items[i].node + 1]++] = i;
  *first_event = first;
}

bool event_log_spawned_after(const struct event_log *log, const struct order_node *a,
                             const struct order_node *b) {
  for (uint32_t thread = b->thread; thread;) {
    const struct order_thread *created = &log->threads.items[thread];
    if (created->creator == a->thread)
      return a->position < created->spawn_position;
    thread = created->creator;
  }
  return false;
}
