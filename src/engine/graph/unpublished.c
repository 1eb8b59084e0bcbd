/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks that only the thread which allocated them knows. Until it writes something that others can
 * read, or creates a thread, nobody else can have the address of such a block. So what the thread
 * does to the block until then is no action of the graph: it can access the block in any sizes,
 * fill it or copy into it, as programs do that initialise a node before they publish it. What the
 * block holds then is the initial value of its locations.
 *
 * That is right if all of it happens before what other threads do to the block, as it does if the
 * block is published by a release. An access of another thread is compared with that. If it is not
 * ordered, the search begins anew, and for blocks of that allocation all accesses are actions.
 *
 * Which accesses are left out depends only on what the thread itself did, so that a graph can be
 * repeated. Under tso and pso all accesses are actions, since these models know no happens-before;
 * so are they if addresses of blocks come back. */
#include "engine/graph/search.h"

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
      !is_own_block(thread, place) || map_get(&search->shared, site_of(place), NULL))
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

void egraph_note_unpublished(struct egraph_search *search, const struct thread *thread,
                             const struct place *place) {
  uint32_t slot = egraph_slot(search, thread->number);
  const struct egraph_progress *progress = &search->threads.items[slot].progress;
  struct block_birth use = {.address = place->address,
                            .step = progress->steps,
                            .thread = slot,
                            .after = (uint32_t)progress->executed};
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
