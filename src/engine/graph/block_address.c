/* SPDX-License-Identifier: Apache-2.0 */
/* Address reuse. An allocation may get the address of a freed block. According to C, freeing then
 * synchronises with the allocation that gets the address.
 *
 * If the program can observe reuse (analysis/reuse.h), freeing ends with a relaxed
 * read-modify-write of a variable of the library, and allocating begins with a relaxed read of it
 * (library/reused.h). So an allocation can get the address of every block whose freeing comes at or
 * before the write that it reads in the modification order of that variable, and of those that its
 * own thread freed. The address is a choice, whose source is the write at the end of the freeing,
 * or none for a fresh address. An allocation gets only blocks that are free in the state of the
 * machine. If another allocation has taken the block before, that one has the same choice, so no
 * execution is lost.
 *
 * A thread may remember an address in a write that is read later. So, unlike under sc, a block need
 * not be remembered to be chosen.
 *
 * Each lifetime of a block has its own locations. An access belongs to the current lifetime of the
 * block if the allocation happens before it. If the allocation is not even a cause of the access,
 * the execution is not explored: in another one, in which the allocation gets a fresh address, the
 * access is one to freed memory.
 *
 * Slots of local variables and ids of threads do not come back. The search loses nothing if none of
 * them could come back in any execution. Slots of library functions do not count, nor those whose
 * address only their own function uses, for accesses: no one could compare the address. */
#include "engine/graph/block_address.h"

#include "analysis/reuse.h"
#include "engine/graph/extension.h"
#include "engine/graph/recorded.h"
#include "program/access.h"
#include "program/uses.h"
#include "term/walk.h"

#include <string.h>

/* Does the edge use the address in the register for anything but an access at that address? */
static bool uses_address(const struct edge *edge, uint32_t number) {
  enum { FEW_TERMS = 64 };
  const struct term *terms[FEW_TERMS];
  size_t count = edge_terms(edge, terms, FEW_TERMS);
  if (edge->op == OPERATION_LOAD || edge_is_quiet(edge))
    return false;
  if (edge->op == OPERATION_STORE)
    return term_mentions(edge->store.value, number);
  for (size_t i = 0; i < count && i < FEW_TERMS; i++)
    if (term_mentions(terms[i], number))
      return true;
  return count > FEW_TERMS;
}

/* May the program compare or keep the address of the slot? */
static bool is_told_apart(struct graph_search *search, const struct edge *allocation) {
  const struct program *program = search->task->program;
  uint64_t known;
  if (map_get(&search->missed.told_slots, (uintptr_t)allocation, &known))
    return known;
  const struct function *function = NULL;
  for (uint32_t i = 0; i < program->function_count && !function; i++)
    if (program->functions[i]->edges <= allocation &&
        allocation < program->functions[i]->edges + program->functions[i]->edge_count)
      function = program->functions[i];
  bool is_told = !function || !function->is_library;
  if (function && is_told) {
    is_told = false;
    for (uint32_t i = 0; i < function->edge_count && !is_told; i++)
      is_told = uses_address(&function->edges[i], allocation->allocate.target);
  }
  map_set(&search->missed.told_slots, (uintptr_t)allocation, is_told);
  return is_told;
}

void block_address_miss_slots(struct overlay *overlay, const struct thread *thread,
                              const struct edge *edge, const uint64_t *addresses, size_t count) {
  struct graph_search *search = (struct graph_search *)overlay;
  (void)thread, (void)edge;
  for (size_t i = 0; i < count; i++) {
    struct place place;
    search->missed.slots |= !state_find_place(search->state, addresses[i], &place) ||
                            !place.dynamic || !place.dynamic->allocation ||
                            is_told_apart(search, place.dynamic->allocation);
  }
}

/* A thread can get the id of an earlier thread whose lifetime has ended. This is impossible if one
 * thread creates all threads first and then ends the lifetimes. */
void block_address_note_record(struct overlay *overlay, const struct thread *thread, bool creates) {
  struct graph_search *search = (struct graph_search *)overlay;
  struct thread_progress *progress =
      &search->graph.threads.items[clocked_graph_slot(&search->graph, thread->number)].progress;
  if (search->missed.has_creator && search->missed.creator != thread->number)
    search->missed.records = true;
  search->missed.has_creator = true;
  search->missed.creator = thread->number;
  if (creates)
    search->missed.records |= progress->has_released;
  else
    progress->has_released = true;
}

void block_address_prepare(struct graph_search *search) {
  const struct program *program = search->task->program;
  search->lifetimes.has_reuse = stale_addresses_has(program, REUSE_BLOCKS);
  for (uint32_t i = 0; i < program->object_count && search->lifetimes.has_reuse; i++)
    if (program->objects[i].is_library && program->objects[i].name &&
        strcmp(program->objects[i].name, "__library_reusable") == 0)
      search->lifetimes.reusable = program->objects[i].address;
}

static bool is_of_reusable(const struct graph_search *search, const struct memory_action *action,
                           enum action_kind kind) {
  return action->kind == kind && search->lifetimes.reusable &&
         search->graph.events.locations.items[action->location].address ==
             search->lifetimes.reusable;
}

/* The write from which the thread has just read the library's variable that orders freeing;
 * INITIAL_WRITE: none. */
static uint32_t newest_known(const struct graph_search *search, const struct event_thread *self) {
  if (!self->progress.executed)
    return INITIAL_WRITE;
  const struct memory_action *last =
      clocked_graph_action(&search->graph, self->actions.items[self->progress.executed - 1]);
  return is_of_reusable(search, last, ACTION_READ) ? last->source : INITIAL_WRITE;
}

/* Can an allocation of the thread get the address of this freed block? *source: the write at the
 * end of the freeing, if the allocation synchronises with it. */
static bool is_available(const struct graph_search *search, uint32_t slot, uint64_t address,
                         uint32_t *source) {
  const struct event_thread *self = &search->graph.threads.items[slot];
  const struct block_moment *death = lifetimes_last(&search->lifetimes.deaths, address);
  *source = INITIAL_WRITE;
  if (!death || death->thread == slot || death->is_early)
    return death != NULL;
  const struct action_numbers *others = &search->graph.threads.items[death->thread].actions;
  uint32_t known = newest_known(search, self);
  size_t index =
      (size_t)death->after + 1; /* the write that follows the read of the read-modify-write */
  if (known == INITIAL_WRITE || index >= others->count)
    return false;
  const struct memory_action *freed = clocked_graph_action(&search->graph, others->items[index]);
  if (!is_of_reusable(search, freed, ACTION_WRITE) ||
      event_graph_rank(&search->graph.events, freed->location, others->items[index]) >
          event_graph_rank(&search->graph.events, freed->location, known))
    return false;
  *source = others->items[index];
  return true;
}

static bool is_free(const struct graph_search *search, uint64_t address) {
  struct place place;
  return state_find_place(search->state, address, &place) && !place.content;
}

bool block_address_is_resized(const struct graph_search *search, const struct edge *edge,
                              const uint64_t *addresses, size_t count) {
  return edge->allocate.replaced && count == 1 && !is_free(search, addresses[0]);
}

void block_address_note_resized(struct graph_search *search, uint64_t address) {
  struct place block;
  if (state_find_place(search->state, address, &block))
    search->overlay.bypass(&search->overlay, &block, 1, true);
}

void block_address_note_birth(struct graph_search *search, uint32_t slot, uint64_t address) {
  const struct thread_progress *progress = &search->graph.threads.items[slot].progress;
  vector_push(&search->lifetimes.births,
              (struct block_moment){.address = address,
                                    .step = progress->steps,
                                    .thread = slot,
                                    .after = (uint32_t)progress->executed - 1,
                                    .is_again = true});
}

/* The address that the recorded action chose; 0: a fresh one. */
static uint64_t repeat_address(struct graph_search *search, uint32_t slot,
                               const struct address_options *options) {
  const struct memory_action *recorded = recorded_take(search, slot, ACTION_CHOICE);
  uint64_t chosen = recorded ? recorded->value : 0;
  for (size_t i = 0; i < options->count; i++)
    if (options->items[i].address == chosen)
      return chosen;
  if (chosen)
    search_not_supported(search, NULL, "internal: an execution could not be repeated");
  return 0;
}

uint64_t block_address_reuse(struct overlay *overlay, const struct thread *thread,
                             const struct edge *edge, const uint64_t *addresses, size_t count) {
  struct graph_search *search = (struct graph_search *)overlay;
  uint32_t slot = clocked_graph_slot(&search->graph, thread->number);
  struct thread_progress *progress = &search->graph.threads.items[slot].progress;
  struct address_options options = {0};
  uint64_t chosen = 0;
  bool is_resized = block_address_is_resized(search, edge, addresses, count);
  if (is_resized)
    block_address_note_resized(search, addresses[0]);
  if (search->ending.is_dead)
    return 0;
  for (size_t i = 0; i < count; i++) {
    struct address_option option = {addresses[i], INITIAL_WRITE};
    if (is_resized || is_available(search, slot, option.address, &option.source))
      vector_push(&options, option);
  }
  progress->changes++;
  progress->awaits = false;
  if (recorded_has(search, slot))
    chosen = repeat_address(search, slot, &options);
  else
    extension_add_address(search, slot, edge, &options);
  vector_release(&options);
  if (chosen && !is_resized)
    block_address_note_birth(search, slot, chosen);
  return chosen;
}
