/* SPDX-License-Identifier: Apache-2.0 */
/* Address reuse. An allocation may get the address of a freed block. According to C, freeing then
 * synchronises with the allocation that gets the address.
 *
 * If the program can observe reuse (analysis/reuse.h), freeing ends with a relaxed
 * read-modify-write of a variable of the library, and allocating begins with a relaxed read of it
 * (library/reused.h). So an allocation can get the address of every block whose freeing comes at or
 * before the write that it reads in the modification order of that variable, and of those that its
 * own thread freed. The address is a choice, whose source is the write at the end of the freeing,
 * or none for a fresh address. The state of the machine tells which blocks are still free: no
 * allocation gets a block that another allocation already has. That other one has a choice, too, so
 * that no execution is lost.
 *
 * A thread may remember an address in a write that is read later. So, unlike under sc, a block need
 * not be remembered to be chosen.
 *
 * Each lifetime of a block has its own locations. An access belongs to the current lifetime of the
 * block if the allocation happens before it. If the allocation is not even a cause of the access,
 * the execution is not explored: in another one, in which the allocation gets a fresh address, the
 * access is one to freed memory. */
#include "engine/graph/search.h"

#include "analysis/reuse.h"

#include <string.h>

void egraph_prepare_reuse(struct egraph_search *search) {
  const struct program *program = search->task->program;
  search->has_reuse = stale_addresses_has(program, REUSE_BLOCKS);
  for (uint32_t i = 0; i < program->object_count && search->has_reuse; i++)
    if (program->objects[i].is_library && program->objects[i].name &&
        strcmp(program->objects[i].name, "__library_reusable") == 0)
      search->reusable = program->objects[i].address;
}

uint32_t egraph_life(const struct egraph_search *search, const struct place *place) {
  uint32_t life = 0;
  for (size_t i = 0; search->has_reuse && place->thread && i < search->births.count; i++)
    life += search->births.items[i].is_again && search->births.items[i].address == place->address;
  return life;
}

static bool is_of_reusable(const struct egraph_search *search, const struct memory_action *action,
                           enum action_kind kind) {
  return action->kind == kind && search->reusable &&
         search->graph.locations.items[action->location].address == search->reusable;
}

/* The newest write of the library's variable that the thread has just read; INITIAL_WRITE: none. */
static uint32_t newest_known(const struct egraph_search *search, const struct egraph_thread *self) {
  if (!self->progress.executed)
    return INITIAL_WRITE;
  const struct memory_action *last =
      &search->graph.actions.items[self->actions.items[self->progress.executed - 1]];
  return is_of_reusable(search, last, ACTION_READ) ? last->source : INITIAL_WRITE;
}

/* Can the thread get the address of the block, which is free? `*source` is the write at the end of
 * the freeing if that synchronises with it. */
static bool is_available(const struct egraph_search *search, uint32_t slot, uint64_t address,
                         uint32_t *source) {
  const struct egraph_thread *self = &search->threads.items[slot];
  const struct block_birth *death = NULL;
  for (size_t i = search->deaths.count; i-- > 0 && !death;)
    if (search->deaths.items[i].address == address)
      death = &search->deaths.items[i];
  *source = INITIAL_WRITE;
  if (!death || death->thread == slot || death->is_early)
    return death != NULL;
  const struct action_numbers *others = &search->threads.items[death->thread].actions;
  uint32_t known = newest_known(search, self);
  size_t index = (size_t)death->after + 1; /* behind the read of the read-modify-write */
  if (known == INITIAL_WRITE || index >= others->count)
    return false;
  const struct memory_action *freed = &search->graph.actions.items[others->items[index]];
  if (!is_of_reusable(search, freed, ACTION_WRITE) ||
      event_graph_rank(&search->graph, freed->location, others->items[index]) >
          event_graph_rank(&search->graph, freed->location, known))
    return false;
  *source = others->items[index];
  return true;
}

static bool is_free(const struct egraph_search *search, uint64_t address) {
  struct place place;
  return state_find_place(search->state, address, &place) && !place.content;
}

uint64_t egraph_reuse(struct overlay *overlay, const struct thread *thread, const struct edge *edge,
                      const uint64_t *addresses, size_t count) {
  struct egraph_search *search = (struct egraph_search *)overlay;
  uint32_t slot = egraph_slot(search, thread->number);
  struct address_options options = {0};
  bool stays = edge->allocate.replaced && count == 1 && !is_free(search, addresses[0]);
  struct place block;
  if (stays && state_find_place(search->state, addresses[0], &block))
    overlay->bypass(overlay, &block, 1, true); /* not followed if other threads see the block */
  if (search->is_dead)
    return 0;
  for (size_t i = 0; i < count; i++) {
    struct address_option option = {addresses[i], INITIAL_WRITE};
    if (search->confirming || stays || is_available(search, slot, option.address, &option.source))
      vector_push(&options, option);
  }
  uint64_t chosen = egraph_choose_address(search, slot, edge, &options);
  vector_release(&options);
  const struct egraph_thread *self = &search->threads.items[slot];
  if (chosen && !stays)
    vector_push(&search->births,
                (struct block_birth){.address = chosen,
                                     .step = self->progress.steps,
                                     .thread = slot,
                                     .after = (uint32_t)self->progress.executed - 1,
                                     .is_again = true});
  return chosen;
}
