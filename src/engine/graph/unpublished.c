/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks that only the thread which allocated them knows. Until it writes something that others can
 * read, or creates a thread, nobody else can have the address of such a block. So what the thread
 * does to the block until then is no action of the graph: it can access the block in any sizes,
 * fill it or copy into it, as programs do that initialise a node before they publish it. What the
 * block holds then is the initial value of its locations.
 *
 * That is right if all of it happens before what other threads do to the block, as it does if the
 * block is published by a release. An access of another thread is compared with that. If it is not
 * ordered, it races with what was done to the same bytes, unless both only read or are atomic. That
 * is the violation if races are looked for: it does not depend on what the access finds, so it does
 * not matter if the sizes differ. Else the search begins anew, and for blocks of that allocation
 * all accesses are actions.
 *
 * Which accesses are left out depends only on what the thread itself did, so that a graph can be
 * repeated. Under tso and pso all accesses are actions, since these models know no happens-before;
 * so are they if addresses of blocks come back. */
#include "engine/graph/search.h"

enum { MOST_EARLY_ACCESSES = 256 }; /* behind these, races begin the search anew */

static uint64_t site_of(const struct place *place) {
  return (uint64_t)(uintptr_t)place->dynamic->allocation;
}

static bool is_own_block(const struct thread *thread, const struct place *place) {
  return place->thread && place->thread->number == thread->number && place->dynamic &&
         place->dynamic->allocation && place->dynamic->allocation->allocate.heap;
}

bool egraph_is_unpublished(struct egraph_search *search, const struct thread *thread,
                           const struct place *place) {
  enum memory_model model = search->task->memory_model;
  if ((model != MEMORY_SC && model != MEMORY_RC11) || search->has_reuse ||
      !is_own_block(thread, place) || map_get(&search->shared, site_of(place), NULL) ||
      map_get(&search->shared, place->address, NULL)) /* steps do not end before accesses to it */
    return false;
  const struct egraph_thread *self = &search->threads.items[egraph_slot(search, thread->number)];
  return place->address >= self->progress.published_end &&
         thread->created == self->progress.published_created;
}

void egraph_publish(struct egraph_search *search, const struct thread *thread) {
  struct egraph_progress *progress =
      &search->threads.items[egraph_slot(search, thread->number)].progress;
  progress->published_end = thread->heap_end;
  progress->published_created = thread->created;
}

/* What it allocates behind that in the same step is not published. */
void egraph_publish_to_new(struct egraph_search *search, const struct thread *thread) {
  egraph_publish(search, thread);
  search->threads.items[egraph_slot(search, thread->number)].progress.published_created++;
}

static void note_access(struct egraph_search *search, const struct thread *thread,
                        const struct block_birth *use, const struct place *place, uint64_t size,
                        bool writes) {
  const struct edge *edge = thread_next_edge(thread);
  uint64_t first = place->address + place->offset;
  struct memory_action action = {.edge = edge};
  event_graph_set_order(
      &action, thread, event_graph_order_of(edge, true),
      event_graph_keeps_relaxed(search->task->program, search->task->memory_model));
  struct early_access access = {*use,
                                first,
                                first + size,
                                writes,
                                action.order == ORDER_PLAIN,
                                edge,
                                egraph_user_edge(thread, edge)};
  for (size_t i = search->early_accesses.count; i-- > 0;) {
    const struct early_access *old = &search->early_accesses.items[i];
    if (old->first == first && old->end == access.end && old->writes == writes &&
        old->is_plain == access.is_plain && old->when.address == use->address) {
      search->early_accesses.items[i] = access;
      return;
    }
  }
  if (search->early_accesses.count < MOST_EARLY_ACCESSES)
    vector_push(&search->early_accesses, access);
}

void egraph_note_unpublished(struct egraph_search *search, const struct thread *thread,
                             const struct place *place, uint64_t size, bool writes) {
  uint32_t slot = egraph_slot(search, thread->number);
  const struct egraph_progress *progress = &search->threads.items[slot].progress;
  struct block_birth use = {.address = place->address,
                            .step = progress->steps,
                            .thread = slot,
                            .after = (uint32_t)progress->executed};
  if (property_in(PROPERTY_RACE, search->task->properties))
    note_access(search, thread, &use, place, size, writes);
  for (size_t i = search->early_uses.count; i-- > 0;)
    if (search->early_uses.items[i].address == place->address) {
      search->early_uses.items[i] = use;
      return;
    }
  vector_push(&search->early_uses, use);
}

void egraph_rewind_unpublished(struct egraph_search *search, uint32_t slot, uint64_t steps) {
  size_t kept = 0;
  for (size_t i = 0; i < search->early_uses.count; i++) {
    struct block_birth use = search->early_uses.items[i];
    if (use.thread == slot && !steps)
      continue;
    if (use.thread == slot && use.step > steps) { /* there may have been an earlier one */
      use.step = steps;
      use.after = (uint32_t)search->threads.items[slot].progress.executed;
    }
    search->early_uses.items[kept++] = use;
  }
  search->early_uses.count = kept;
  kept = 0;
  for (size_t i = 0; i < search->early_accesses.count; i++)
    if (search->early_accesses.items[i].when.thread != slot ||
        search->early_accesses.items[i].when.step <= steps)
      search->early_accesses.items[kept++] = search->early_accesses.items[i];
  search->early_accesses.count = kept;
}

bool egraph_knows_early_uses(struct egraph_search *search, uint32_t slot,
                             const struct place *place) {
  for (size_t i = 0; i < search->early_uses.count; i++) {
    const struct block_birth *use = &search->early_uses.items[i];
    if (use->address != place->address || egraph_knows_moment(search, slot, use))
      continue;
    map_set(&search->shared, site_of(place), 1);
    search->fresh_address = site_of(place);
    search->must_restart = search->is_dead = true;
    return false;
  }
  return true;
}

/* Of what others did to a block, only that counts which its causes contain: the counterexample
 * consists of these. */
static bool races_with(const struct egraph_search *search, uint32_t number,
                       const struct early_access *early) {
  const struct memory_action *action = &search->graph.actions.items[number];
  const struct action_location *location = &search->graph.locations.items[action->location];
  return early->when.thread != action->thread &&
         early->first < location->address + location->size && location->address < early->end &&
         (early->writes || action->kind == ACTION_WRITE) &&
         (early->is_plain || action->order == ORDER_PLAIN) &&
         early->when.after < search->threads.items[action->thread].prefix[early->when.thread] &&
         !egraph_knows_moment(search, action->thread, &early->when);
}

bool egraph_finds_early_race(struct egraph_search *search, const struct thread *thread,
                             const struct place *place, uint32_t number) {
  const struct memory_action *action = &search->graph.actions.items[number];
  for (size_t i = 0; i < search->early_accesses.count; i++) {
    const struct early_access *early = &search->early_accesses.items[i];
    struct past_edge past = {search->threads.items[early->when.thread].number, early->edge,
                             early->user_edge};
    if (early->when.address != place->address || !races_with(search, number, early) ||
        !machine_reports_race(&search->machine, thread, action->edge, action->user_edge, &past,
                              search->graph.locations.items[action->location].address))
      continue;
    egraph_report(search, NO_ACTION);
    return true;
  }
  return false;
}
