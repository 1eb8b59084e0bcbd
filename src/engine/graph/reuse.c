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
 * access is one to freed memory.
 *
 * Slots of local variables and ids of threads do not come back. That is no loss if none can come
 * back in any execution. A slot of a library function, or one whose address is only used for
 * accesses of its own function, may come back: nobody has the address. */
#include "engine/graph/search.h"

#include "analysis/reuse.h"
#include "program/uses.h"

#include <string.h>

static bool mentions(const struct term *term, uint32_t number) {
  if (term->kind == TERM_VARIABLE)
    return term->value == number;
  for (unsigned i = 0; term->kind == TERM_APPLY && i < term->arity; i++)
    if (mentions(term->operands[i], number))
      return true;
  return false;
}

/* Does the edge use the address in a register for something else than an access to what is there?
 */
static bool uses_address(const struct edge *edge, uint32_t number) {
  enum { FEW_TERMS = 64 };
  const struct term *terms[FEW_TERMS];
  size_t count = edge_terms(edge, terms, FEW_TERMS);
  if (edge->op == OPERATION_LOAD || edge_moves_padding(edge) ||
      (edge->op == OPERATION_FREE && edge->free.is_slot))
    return false;
  if (edge->op == OPERATION_STORE)
    return mentions(edge->store.value, number);
  for (size_t i = 0; i < count && i < FEW_TERMS; i++)
    if (mentions(terms[i], number))
      return true;
  return count > FEW_TERMS;
}

/* May the program compare or keep the address of the slot? */
static bool is_told_apart(struct egraph_search *search, const struct edge *allocation) {
  const struct program *program = search->task->program;
  uint64_t known;
  if (map_get(&search->told_slots, (uintptr_t)allocation, &known))
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
  map_set(&search->told_slots, (uintptr_t)allocation, is_told);
  return is_told;
}

void egraph_miss_slots(struct overlay *overlay, const struct thread *thread,
                       const struct edge *edge, const uint64_t *addresses, size_t count) {
  struct egraph_search *search = (struct egraph_search *)overlay;
  (void)thread, (void)edge;
  for (size_t i = 0; i < count; i++) {
    struct place place;
    search->misses_slots |= !state_find_place(search->state, addresses[i], &place) ||
                            !place.dynamic || !place.dynamic->allocation ||
                            is_told_apart(search, place.dynamic->allocation);
  }
}

/* A thread gets the id of an earlier one if the lifetime of that id has ended. That cannot happen
 * if one thread alone creates threads and ends the lifetimes of ids, and does so in this order. */
void egraph_note_record(struct overlay *overlay, const struct thread *thread, bool creates) {
  struct egraph_search *search = (struct egraph_search *)overlay;
  struct egraph_progress *progress =
      &search->threads.items[egraph_slot(search, thread->number)].progress;
  if (search->has_creator && search->creator != thread->number)
    search->misses_records = true;
  search->has_creator = true;
  search->creator = thread->number;
  if (creates)
    search->misses_records |= progress->has_released;
  else
    progress->has_released = true;
}

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
