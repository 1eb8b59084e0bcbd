/* SPDX-License-Identifier: Apache-2.0 */
/* The algorithm of the paper's section 2.1, with a partitioned reached set. The analysis decides
 * whether states are merged: an explicit search does not (merge-sep), one over intervals does
 * (merge-join). A state that a reached state covers is dropped (stop-sep). */
#include "engine/explicit/reach.h"

/* So many states are compared, the newest first: these cover most often. Equal states are found by
 * their hash. */
enum { MOST_COMPARED = 32 };

/* A state that covers the one under construction, or NO_STATE. */
static uint32_t find_cover(struct reach *reach, const struct reach_partition *partition) {
  size_t count = partition->states.count;
  size_t end = reach->partitioning == PARTITION_LOCATIONS && count > MOST_COMPARED
                   ? count - MOST_COMPARED
                   : 0;
  for (size_t i = count; i-- > end;)
    if (reach->cpa->ops->covers(reach->cpa, partition->states.items[i]))
      return partition->states.items[i];
  return NO_STATE;
}

/* Merges the state under construction into another one. NO_STATE: into none. */
static uint32_t merge(struct reach *reach, const struct reach_partition *partition) {
  for (size_t i = partition->states.count; reach->cpa->ops->merge && i-- > 0;)
    if (reach->cpa->ops->merge(reach->cpa, partition->states.items[i]))
      return partition->states.items[i];
  return NO_STATE;
}

/* Without partitioning, all states are in one partition. */
static struct reach_partition *partition_of(struct reach *reach) {
  size_t number =
      reach->partitioning == PARTITION_NONE ? 0 : reach->cpa->ops->partition(reach->cpa);
  vector_ensure(&reach->partitions, number);
  return &reach->partitions.items[number];
}

static void tell_edge(struct reach *reach, const struct cpa_step *step, uint32_t to) {
  reach->edges++;
  if (reach->listener)
    reach->listener->edge(reach->listener, step->move.from, to, step->move.thread);
}

static void add_node(struct reach *reach, const struct cpa_step *step, uint32_t number) {
  origins_add(&reach->origins, step->move, step->answers);
  const struct cpa_ops *ops = reach->cpa->ops;
  waitlist_add(&reach->waitlist, number, ops->priority ? ops->priority(reach->cpa, step) : 0);
  if (reach->listener)
    reach->listener->node(reach->listener, number);
}

uint32_t reach_arrive(struct reach *reach, const struct cpa_step *step, bool *fresh) {
  const struct cpa_ops *ops = reach->cpa->ops;
  struct reach_partition *partition = NULL;
  uint32_t known;
  if (ops->adjust)
    ops->adjust(reach->cpa);
  if (reach->partitioning == PARTITION_NONE || !reach->covers_only_equals) {
    if (reach->partitioning == PARTITION_LOCATIONS && ops->is_kept &&
        ops->is_kept(reach->cpa, &known)) {
      tell_edge(reach, step, known);
      *fresh = false;
      return known;
    }
    partition = partition_of(reach);
    uint32_t cover = find_cover(reach, partition);
    if (cover != NO_STATE) {
      reach->covered++;
      tell_edge(reach, step, NO_STATE);
      *fresh = false;
      return cover;
    }
    uint32_t merged = merge(reach, partition);
    if (merged != NO_STATE) {
      reach->merged++;
      reach_wait_again(reach, merged);
      tell_edge(reach, step, merged);
      *fresh = false;
      return merged;
    }
  }
  uint32_t number = ops->keep(reach->cpa, fresh);
  if (*fresh) {
    if (partition)
      vector_push(&partition->states, number);
    add_node(reach, step, number);
  }
  tell_edge(reach, step, number);
  return number;
}

void reach_wait_again(struct reach *reach, uint32_t number) {
  waitlist_add(&reach->waitlist, number, 0);
}

/* Is there a state to expand? */
static bool has_next(struct reach *reach) {
  bool (*postponed)(struct cpa *, uint32_t *) = reach->cpa->ops->postponed;
  uint32_t number;
  while (postponed && !reach->waitlist.count && postponed(reach->cpa, &number))
    do
      reach_wait_again(reach, number);
    while (postponed(reach->cpa, &number));
  return reach->waitlist.count != 0;
}

static enum reach_end end_of(enum cpa_answer answer) {
  switch (answer) {
  case CPA_FOUND:
    return REACH_FOUND;
  case CPA_LIMIT:
    return REACH_LIMIT;
  case CPA_STOP:
    return REACH_STOPPED;
  case CPA_GO_ON:
    break;
  }
  return REACH_EXHAUSTED;
}

enum reach_end reach_run(struct reach *reach) {
  enum cpa_answer answer = reach->cpa->ops->initial(reach->cpa, reach);
  while (answer == CPA_GO_ON && has_next(reach)) {
    if (reach->listener && reach->listener->is_full)
      return REACH_LIMIT;
    answer = reach->cpa->ops->transfer(reach->cpa, waitlist_take(&reach->waitlist), reach);
    reach->expanded += answer == CPA_GO_ON;
  }
  return end_of(answer);
}

size_t reach_searched(const struct reach *reach) {
  size_t known = reach->origins.list.count, waiting = reach->waitlist.count;
  return waiting < known ? known - waiting : 0;
}

void reach_release(struct reach *reach) {
  waitlist_release(&reach->waitlist);
  origins_release(&reach->origins);
  vector_release_members(&reach->partitions, states);
}
