/* SPDX-License-Identifier: Apache-2.0 */
/* Chooses the threads to step from a state. */
#include "por/step_set.h"

bool step_set_ends_matter(const struct conflicts *threads, size_t index) {
  for (size_t i = 0; i < threads->count && threads->checks_leaks; i++)
    if (i != index && readiness_is_active(threads->nexts[i].readiness) &&
        futures_flags(threads->futures, threads->nexts[i].future) &
            (FUTURE_EXITS | FUTURE_EVERYTHING))
      return true;
  return false;
}

bool step_set_is_local(const struct conflicts *threads, size_t index) {
  const struct next *next = &threads->nexts[index];
  return (next->is_local || (next->only_waits && !threads->checks_races)) &&
         !step_set_ends_matter(threads, index);
}

/* A thread whose next step is local. Threads that only begin to wait come last: while another one
 * continues alone, the reason to wait may go away. */
static uint64_t local_set(const struct conflicts *threads, uint64_t enabled,
                          bool even_if_it_waits) {
  for (size_t i = 0; i < threads->count && threads->trusts; i++)
    if (step_set_is_local(threads, i) && (even_if_it_waits || threads->nexts[i].is_local))
      return thread_bit(i);
  return enabled;
}

uint64_t step_set_local(const struct conflicts *threads, uint64_t enabled) {
  return local_set(threads, enabled, true);
}

uint64_t step_set_persistent(const struct conflicts *threads, uint64_t enabled) {
  struct conflict_graph graph = {0};
  uint64_t local = local_set(threads, enabled, false);
  if (!(local & (local - 1)))
    return local;
  for (size_t i = 0; i < threads->count; i++) {
    if (!readiness_is_active(threads->nexts[i].readiness))
      continue;
    graph.active |= thread_bit(i);
    graph.conflicts[i] = conflicts_of(threads, i);
    if (threads->nexts[i].readiness != READY)
      continue;
    if (!graph.conflicts[i])
      return thread_bit(i);
    graph.enabled |= thread_bit(i);
  }
  local = local_set(threads, enabled, true);
  if (!(local & (local - 1)))
    return local;
  return graph.enabled ? persistent_set_smallest(&graph) & enabled : enabled;
}

uint64_t step_set_awake(const struct conflicts *threads, uint64_t sleep) {
  uint64_t awake = 0;
  for (size_t i = 0; i < threads->count && threads->checks_races; i++) {
    if (!(sleep & thread_bit(i)) || !threads->nexts[i].is_section)
      continue;
    for (size_t j = 0; j < threads->count; j++)
      if (j != i && readiness_is_active(threads->nexts[j].readiness) &&
          !threads->nexts[j].is_section && conflicts_now(threads, i, j))
        awake |= thread_bit(i);
  }
  return awake;
}

bool step_set_is_clear(const struct conflicts *threads, size_t current) {
  for (size_t i = 0; i < threads->count; i++)
    if (i != current && readiness_is_active(threads->nexts[i].readiness) &&
        conflicts_now(threads, i, current))
      return false;
  return true;
}

bool step_set_is_closed(const struct conflicts *threads, size_t current, uint64_t conflicting) {
  uint64_t closed = thread_bit(current), work = conflicting & ~closed;
  while (work) {
    size_t index = (size_t)__builtin_ctzll(work);
    if (readiness_is_enabled(threads->nexts[index].readiness))
      return false;
    closed |= thread_bit(index);
    work = (work | conflicts_of(threads, index)) & ~closed;
  }
  return true;
}
