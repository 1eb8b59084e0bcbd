/* SPDX-License-Identifier: Apache-2.0 */
/* Recorded executions: runs of steps and a list of choices. */
#include "semantics/schedule.h"

#include <string.h>

void schedule_add_step(struct schedule *schedule, uint32_t thread) {
  if (schedule->entries.count && vector_last(&schedule->entries).thread == thread &&
      !vector_last(&schedule->entries).flush &&
      vector_last(&schedule->entries).steps < UINT32_MAX) {
    vector_last(&schedule->entries).steps++;
    return;
  }
  struct schedule_entry entry = {thread, 1, 0};
  vector_push(&schedule->entries, entry);
}

void schedule_add_flush(struct schedule *schedule, uint32_t thread, size_t index) {
  struct schedule_entry entry = {thread, 1, (uint32_t)index + 1};
  vector_push(&schedule->entries, entry);
}

void schedule_add_choice(struct schedule *schedule, uint64_t bits) {
  vector_push(&schedule->choices, bits);
}

void schedule_copy(struct schedule *to, const struct schedule *from) {
  schedule_release(to);
  for (size_t i = 0; i < from->entries.count; i++)
    vector_push(&to->entries, from->entries.items[i]);
  for (size_t i = 0; i < from->choices.count; i++)
    vector_push(&to->choices, from->choices.items[i]);
  to->has_graph = from->has_graph;
  for (size_t i = 0; i < from->exceptions.count; i++)
    vector_push(&to->exceptions, from->exceptions.items[i]);
}

void schedule_release(struct schedule *schedule) {
  vector_release(&schedule->entries);
  vector_release(&schedule->choices);
  vector_release(&schedule->exceptions);
}

uint64_t schedule_step_count(const struct schedule *schedule) {
  uint64_t count = 0;
  for (size_t i = 0; i < schedule->entries.count; i++)
    count += schedule->entries.items[i].steps;
  return count;
}
