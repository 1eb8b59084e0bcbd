/* SPDX-License-Identifier: Apache-2.0 */
/* Allocates, resizes, frees and measures objects. */
#include "analysis/reuse.h"
#include "semantics/access.h"
#include "semantics/evaluate.h"
#include "semantics/execute.h"
#include "semantics/open.h"
#include "semantics/ordering.h"
#include "semantics/overlay.h"
#include "semantics/reuse.h"
#include "semantics/tell.h"
#include "semantics/violate.h"

static bool is_heap_block(const struct place *place) {
  return place->dynamic && place->dynamic->allocation && place->dynamic->allocation->allocate.heap;
}

/* Is it the start of a block that is not freed? */
static bool is_live_block(const struct place *place) {
  return is_heap_block(place) && !place->offset && place->content;
}

/* Adds an object, at an address that the program remembers from an old one, or at a fresh
 * address. */
static struct memory_object *add_object(struct machine *machine, struct state *state,
                                        struct thread *thread, const struct edge *edge,
                                        uint64_t size) {
  struct memory_object *again = NULL;
  if (edge->allocate.heap && stale_addresses_has(machine->program, REUSE_BLOCKS))
    again = reuse_block(machine, state, thread, edge, size);
  else if (!edge->allocate.heap && stale_addresses_has(machine->program, REUSE_SLOTS))
    again = reuse_slot(machine, state, thread, edge, size);
  return again
             ? again
             : state_add_object(state, thread, edge->allocate.heap, size, edge->allocate.alignment);
}

/* A block that is to be replaced by one of `size` bytes may stay where it is. */
static bool stays(struct machine *machine, struct state *state, struct thread *thread,
                  const struct edge *edge, uint64_t size, struct place *place) {
  uint64_t address;
  if (!edge->allocate.replaced || !stale_addresses_has(machine->program, REUSE_BLOCKS) ||
      !evaluate_number(machine, thread, edge->allocate.replaced, &address) ||
      !state_find_place(state, address, place) || !is_live_block(place))
    return false;
  tell_bytes(machine, address, place->size, true);
  return reuse_stays(machine, state, thread, edge, place, size);
}

static void tell_end(const struct memory_access *access, const struct place *place) {
  struct overlay *overlay = access->machine->overlay;
  if (overlay && overlay->end)
    overlay->end(overlay, access->thread, place);
}

/* The bytes of a block from `size` on are freed, and can be allocated again. */
static void give_back(const struct memory_access *block, uint64_t size) {
  struct state *state = block->state;
  uint64_t address = block->place.address + size;
  struct place rest;
  if (!state_find_place(state, address, &rest) || rest.content)
    return;
  tell_end(block, &rest);
  if (memory_model_has_buffers(state->memory_model))
    state_forget_stores(state, address, rest.size);
  ordering_forget(state, address, rest.size);
  ordering_release(state, block->thread, address, 1, ORDER_RELEASE, false);
}

/* Gives the block another size and keeps what fits of its contents. */
static void resize_block(struct memory_access *block, uint64_t size) {
  struct machine *machine = block->machine;
  struct place source = block->place, *target = &block->place;
  target->dynamic =
      state_resize_block(block->state, target->thread, target->dynamic, size, &source.content);
  target->content = target->dynamic->content;
  target->size = size;
  machine->domain->content_init(machine->domain_context, target->content, size, NULL, true);
  step_access_move_bytes(block, &source, size < source.size ? size : source.size);
  memory_release(source.content);
  if (size < source.size)
    give_back(block, size ? size : 1);
}

static enum outcome allocate_fresh(struct memory_access *access) {
  struct machine *machine = access->machine;
  struct state *state = access->state;
  struct thread *thread = access->thread;
  const struct edge *edge = access->edge;
  struct memory_object *object = add_object(machine, state, thread, edge, access->size);
  if (!object)
    return stopped(machine, user_edge(thread, edge), "out of addresses", OUTCOME_LIMIT);
  object->allocation = edge;
  if (edge->allocate.heap && stale_addresses_has(machine->program, REUSE_BLOCKS))
    ordering_forget(state, object->address, access->size);
  machine->domain->content_init(machine->domain_context, object->content, access->size, NULL,
                                !edge->allocate.zeroed);
  set_number(machine, thread, edge->allocate.target, object->address);
  if (edge->allocate.heap && machine->overlay && machine->overlay->begin)
    machine->overlay->begin(machine->overlay, thread, object->address);
  access->place.address = object->address;
  if (state->ordering && edge->allocate.heap && edge->allocate.zeroed) /* cannot race yet */
    ordering_finds_race(access, ORDER_PLAIN);
  return OUTCOME_STEPPED;
}

enum outcome execute_allocate(struct machine *machine, struct state *state, struct thread *thread,
                              const struct edge *edge) {
  struct memory_access access = step_access_begin(machine, state, thread, edge);
  access.writes = true;
  if (machine->symbolic.opens_sizes) {
    struct value size = evaluate(machine, thread, edge->allocate.size);
    if (open_wants(machine, size))
      return open_allocate(machine, state, thread, edge, size);
  }
  if (!evaluate_size(machine, thread, edge->allocate.size, &access.size))
    return not_supported(machine, user_edge(thread, edge), "allocation of an unknown size");
  if (access.size > MOST_ALLOCATED)
    return stopped(machine, user_edge(thread, edge), "allocation of more than a gigabyte",
                   OUTCOME_LIMIT);
  if (!stays(machine, state, thread, edge, access.size, &access.place)) {
    access.place = (struct place){0};
    return allocate_fresh(&access);
  }
  resize_block(&access, access.size);
  set_number(machine, thread, edge->allocate.target, access.place.address);
  return OUTCOME_STEPPED;
}

/* The memory of an object ends: its contents are gone, and accesses are errors from now on. */
static void end_object(const struct memory_access *access) {
  tell_dependence(access->machine);
  state_note_change(access->state, &access->place);
  state_kill_object(access->state, access->place.dynamic);
}

/* The end of a slot is no access that could race: a later access finds a dead object. */
static enum outcome end_slot(struct memory_access *access, uint64_t address) {
  struct place *place = &access->place;
  if (!state_find_place(access->state, address, place) || !place->dynamic || is_heap_block(place) ||
      !place->content || place->offset)
    return OUTCOME_STEPPED;
  step_access_announce(access, address, place->size, false);
  tell_end(access, place);
  tell_bytes(access->machine, address, place->size, true);
  end_object(access);
  return OUTCOME_STEPPED;
}

enum outcome execute_free(struct machine *machine, struct state *state, struct thread *thread,
                          const struct edge *edge) {
  struct memory_access access = step_access_begin(machine, state, thread, edge);
  access.writes = true;
  struct place *place = &access.place;
  uint64_t address;
  bool was_open;
  if (!concretize_address(machine, thread, edge->free.address, &address, &was_open))
    return not_supported(machine, user_edge(thread, edge), "free of an unknown address");
  if (!address)
    return OUTCOME_STEPPED;
  if (edge->free.is_slot)
    return end_slot(&access, address);
  if (!state_find_place(state, address, place) || !is_heap_block(place) || place->offset)
    return violate(machine, thread, edge, PROPERTY_MEMORY,
                   "free of something that is not the start of an allocated block", address,
                   OUTCOME_PRUNED);
  if (!place->content)
    return violate(machine, thread, edge, PROPERTY_MEMORY, "double free", address, OUTCOME_PRUNED);
  access.size = place->size;
  step_access_announce(&access, address, place->size, was_open);
  if (step_access_races_in_section(&access) || step_access_races(&access))
    return OUTCOME_VIOLATION;
  tell_end(&access, place);
  step_access_tell(&access, true, (struct value){0, 0});
  end_object(&access);
  if (stale_addresses_has(machine->program, REUSE_BLOCKS)) /* see reuse_block */
    ordering_release(state, thread, address, 1, ORDER_RELEASE, false);
  return OUTCOME_STEPPED;
}

/* Of 64 bits. */
static void set_value(struct machine *machine, struct thread *thread, uint32_t target,
                      struct value value) {
  if (target != NO_REGISTER)
    set_register(
        thread, target,
        resize_value(machine, value, 64, thread_top(thread)->function->registers[target].width));
}

/* The result of the operation depends on the object: tells that it is touched from the address
 * to its end. */
static void note_measured(const struct memory_access *access, uint64_t address, bool was_open) {
  uint64_t left = access->place.size - access->place.offset;
  step_access_announce(access, address, left, was_open);
  tell_bytes(access->machine, address, left, false);
}

/* How much of an object lies after an address in it. */
static enum outcome execute_rest(struct memory_access *access) {
  struct machine *machine = access->machine;
  const struct edge *edge = access->edge;
  const struct place *place = &access->place;
  uint64_t address, rest = 0;
  bool was_open;
  if (!concretize_address(machine, access->thread, edge->block_size.address, &address, &was_open))
    return not_supported(machine, user_edge(access->thread, edge),
                         "memory behind an unknown pointer");
  if (state_find_place(access->state, address, &access->place) &&
      !program_is_opaque(machine->program, address) &&
      !(place->variable && place->variable->function)) {
    uint64_t gone = machine->program->pointer_width == 64 ? UINT64_MAX : UINT32_MAX;
    rest = place->content ? place->size - place->offset : gone;
    note_measured(access, address, was_open);
  }
  tell_dependence(machine);
  if (rest && place_has_open_end(place) && place->content)
    set_value(
        machine, access->thread, edge->block_size.target,
        open_apply(machine, OP_SUB, open_end(machine, place), open_number(machine, place->offset)));
  else
    set_number(machine, access->thread, edge->block_size.target, rest);
  return OUTCOME_STEPPED;
}

enum outcome execute_block_size(struct machine *machine, struct state *state, struct thread *thread,
                                const struct edge *edge) {
  struct memory_access access = step_access_begin(machine, state, thread, edge);
  struct place *place = &access.place;
  uint64_t address;
  bool was_open;
  if (edge->block_size.rest)
    return execute_rest(&access);
  if (!concretize_address(machine, thread, edge->block_size.address, &address, &was_open))
    return not_supported(machine, user_edge(thread, edge), "size of a block at an unknown address");
  if (!state_find_place(state, address, place) || !is_live_block(place))
    return violate(machine, thread, edge, PROPERTY_MEMORY, "not the start of an allocated block",
                   address, OUTCOME_PRUNED);
  note_measured(&access, address, was_open);
  tell_dependence(machine);
  if (place->dynamic->extent)
    set_value(machine, thread, edge->block_size.target, open_end(machine, place));
  else
    set_number(machine, thread, edge->block_size.target, place->size);
  return OUTCOME_STEPPED;
}
