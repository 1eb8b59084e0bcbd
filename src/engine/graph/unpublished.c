/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks that are not published. Until the thread that allocated a block writes shared memory or
 * creates a thread, no other thread can have the address of the block. Its accesses to the block
 * until then are no actions of the graph. So the thread may fill the block, copy into it, and
 * access it in any sizes, as programs do that initialise a node before they publish it. The
 * contents of the block when it is published become the initial values of its locations.
 *
 * This is sound if these early accesses happen before those of other threads, as they do if the
 * block is published by a release. Each access of another thread is checked. If an early access to
 * the same bytes does not happen before it, the two race, unless both only read or are atomic. If
 * races are checked, this is the violation; it depends neither on values nor on sizes. Otherwise
 * the search restarts, and all accesses to blocks of this allocation are actions.
 *
 * Whether an access is early depends only on its own thread, so a graph can be executed again. All
 * accesses are actions under tso and pso, since these models have no happens-before, and if
 * addresses of blocks come back. */
#include "engine/graph/unpublished.h"

#include "engine/graph/found_violation.h"

enum {
  MOST_EARLY_ACCESSES = 256
}; /* more are not kept: then the search restarts instead of telling a race */

static uint64_t site_of(const struct place *place) {
  return (uint64_t)(uintptr_t)place->dynamic->allocation;
}

static bool is_own_block(const struct thread *thread, const struct place *place) {
  return place->thread && place->thread->number == thread->number && place->dynamic &&
         place->dynamic->allocation && place->dynamic->allocation->allocate.heap;
}

bool unpublished_has(struct graph_search *search, const struct thread *thread,
                     const struct place *place) {
  enum memory_model model = search->task->memory_model;
  if ((model != MEMORY_SC && model != MEMORY_RC11) || search->lifetimes.has_reuse ||
      !is_own_block(thread, place) || map_get(&search->locations.shared, site_of(place), NULL) ||
      map_get(&search->locations.shared, place->address,
              NULL)) /* steps do not end before accesses to it */
    return false;
  const struct event_thread *self =
      &search->graph.threads.items[clocked_graph_slot(&search->graph, thread->number)];
  return place->address >= self->progress.published_end &&
         thread->created == self->progress.published_created;
}

void unpublished_publish(struct graph_search *search, const struct thread *thread) {
  struct thread_progress *progress =
      &search->graph.threads.items[clocked_graph_slot(&search->graph, thread->number)].progress;
  progress->published_end = thread->heap_end;
  progress->published_created = thread->created;
}

/* Blocks that the thread allocates later in the same step are not published. */
void unpublished_publish_to_new(struct graph_search *search, const struct thread *thread) {
  unpublished_publish(search, thread);
  search->graph.threads.items[clocked_graph_slot(&search->graph, thread->number)]
      .progress.published_created++;
}

static void note_access(struct graph_search *search, const struct thread *thread,
                        const struct block_moment *use, const struct place *place, uint64_t size,
                        bool writes) {
  const struct edge *edge = thread_next_edge(thread);
  uint64_t first = place->address + place->offset;
  struct memory_action action = {.edge = edge};
  event_graph_set_order(&action, thread, event_graph_order_of(edge, true),
                        search->graph.keeps_relaxed);
  struct early_access access = {*use,
                                first,
                                first + size,
                                writes,
                                action.order == ORDER_PLAIN,
                                edge,
                                search_user_edge(thread, edge)};
  for (size_t i = search->unpublished.accesses.count; i-- > 0;) {
    const struct early_access *old = &search->unpublished.accesses.items[i];
    if (old->first == first && old->end == access.end && old->writes == writes &&
        old->is_plain == access.is_plain && old->when.address == use->address) {
      search->unpublished.accesses.items[i] = access;
      return;
    }
  }
  if (search->unpublished.accesses.count < MOST_EARLY_ACCESSES)
    vector_push(&search->unpublished.accesses, access);
}

void unpublished_note(struct graph_search *search, const struct thread *thread,
                      const struct place *place, uint64_t size, bool writes) {
  uint32_t slot = clocked_graph_slot(&search->graph, thread->number);
  const struct thread_progress *progress = &search->graph.threads.items[slot].progress;
  struct block_moment use = {.address = place->address,
                             .step = progress->steps,
                             .thread = slot,
                             .after = (uint32_t)progress->executed};
  if (property_in(PROPERTY_RACE, search->task->properties))
    note_access(search, thread, &use, place, size, writes);
  for (size_t i = search->unpublished.uses.count; i-- > 0;)
    if (search->unpublished.uses.items[i].address == place->address) {
      search->unpublished.uses.items[i] = use;
      return;
    }
  vector_push(&search->unpublished.uses, use);
}

void unpublished_rewind(struct graph_search *search, uint32_t slot, uint64_t steps) {
  size_t kept = 0;
  for (size_t i = 0; i < search->unpublished.uses.count; i++) {
    struct block_moment use = search->unpublished.uses.items[i];
    if (use.thread == slot && !steps)
      continue;
    if (use.thread == slot && use.step > steps) { /* there may have been an earlier one */
      use.step = steps;
      use.after = (uint32_t)search->graph.threads.items[slot].progress.executed;
    }
    search->unpublished.uses.items[kept++] = use;
  }
  search->unpublished.uses.count = kept;
  kept = 0;
  for (size_t i = 0; i < search->unpublished.accesses.count; i++)
    if (search->unpublished.accesses.items[i].when.thread != slot ||
        search->unpublished.accesses.items[i].when.step <= steps)
      search->unpublished.accesses.items[kept++] = search->unpublished.accesses.items[i];
  search->unpublished.accesses.count = kept;
}

bool unpublished_knows_uses(struct graph_search *search, uint32_t slot, const struct place *place) {
  for (size_t i = 0; i < search->unpublished.uses.count; i++) {
    const struct block_moment *use = &search->unpublished.uses.items[i];
    if (use->address != place->address || lifetimes_knows(&search->graph, slot, use))
      continue;
    search_note_shared(search, site_of(place));
    return false;
  }
  return true;
}

/* Does the action race with the early access? That must be one of its causes, of which the
 * counterexample consists. */
static bool races_with(const struct graph_search *search, uint32_t number,
                       const struct early_access *early) {
  const struct memory_action *action = clocked_graph_action(&search->graph, number);
  const struct action_location *location = &search->graph.events.locations.items[action->location];
  return early->when.thread != action->thread &&
         early->first < location->address + location->size && location->address < early->end &&
         (early->writes || action->kind == ACTION_WRITE) &&
         (early->is_plain || action->order == ORDER_PLAIN) &&
         early->when.after <
             search->graph.threads.items[action->thread].prefix[early->when.thread] &&
         !lifetimes_knows(&search->graph, action->thread, &early->when);
}

bool unpublished_finds_race(struct graph_search *search, const struct thread *thread,
                            const struct place *place, uint32_t number) {
  const struct memory_action *action = clocked_graph_action(&search->graph, number);
  for (size_t i = 0; i < search->unpublished.accesses.count; i++) {
    const struct early_access *early = &search->unpublished.accesses.items[i];
    struct past_edge past = {search->graph.threads.items[early->when.thread].number, early->edge,
                             early->user_edge};
    if (early->when.address != place->address || !races_with(search, number, early) ||
        !machine_reports_race(&search->machine, thread, action->edge, action->user_edge, &past,
                              search->graph.events.locations.items[action->location].address))
      continue;
    found_violation_note(search, NO_ACTION);
    return true;
  }
  return false;
}

void unpublished_release(struct unpublished_blocks *blocks) {
  vector_release(&blocks->uses);
  vector_release(&blocks->accesses);
}
