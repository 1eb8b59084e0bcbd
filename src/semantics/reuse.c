/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the addresses that can be reused, and asks the chooser for one. */
#include "semantics/reuse.h"

#include "analysis/reuse.h"
#include "program/address.h"
#include "semantics/evaluate.h"
#include "semantics/ordering.h"
#include "semantics/overlay.h"
#include "semantics/tell.h"
#include "semantics/violate.h"

/* Asks the chooser for one bit. */
static bool ask(struct machine *machine, const struct edge *edge) {
  uint64_t bits = 0;
  if (machine->log.reused) /* the answers are its business */
    return machine->log.reused->asked->choose(machine->log.reused->asked, 1, edge) & 1;
  struct value value =
      machine->domain->arbitrary(machine->domain_context, 1, edge, machine->chooser);
  return concretize_value(machine, value, 1, &bits) && bits;
}

/* Where a new object may be: first at the addresses of old ones, then at others that make it
 * contain one. */
struct addresses {
  VECTOR(uint64_t) items;
  size_t old;
};

enum { MOST_ADDRESSES = 4096 };
#define NONE SIZE_MAX

/* The next bit of the answer, which is known if an address is wanted. */
static bool answer(struct machine *machine, const struct edge *edge, bool wanted) {
  struct reused_addresses *reused = machine->log.reused;
  if (!reused || !reused->follows)
    return ask(machine, edge);
  if (reused->answers)
    schedule_add_choice(reused->answers, wanted);
  return wanted;
}

/* One bit for each of the old addresses, until one is taken; then one for all others, and the
 * number of one of them. `wanted`: the index that is known to be taken, or NONE. */
static size_t choose_index(struct machine *machine, const struct edge *edge,
                           const struct addresses *addresses, size_t wanted) {
  size_t more = addresses->items.count - addresses->old, index = 0;
  for (size_t i = 0; i < addresses->old; i++)
    if (answer(machine, edge, i == wanted))
      return i;
  if (!more || !answer(machine, edge, wanted != NONE))
    return NONE;
  for (unsigned bit = 0; more > (size_t)1 << bit; bit++)
    index |= (size_t)answer(machine, edge, (wanted - addresses->old) >> bit & 1) << bit;
  return addresses->old + index % more;
}

static uint64_t choose(struct machine *machine, const struct edge *edge,
                       const struct addresses *addresses) {
  struct reused_addresses *reused = machine->log.reused;
  bool follows = reused && reused->follows;
  size_t wanted = NONE;
  if (follows && reused->next < reused->list.count) {
    uint64_t address = reused->list.items[reused->next++];
    for (size_t i = 0; i < addresses->items.count && wanted == NONE; i++)
      if (addresses->items.items[i] == address)
        wanted = i;
  }
  size_t index = choose_index(machine, edge, addresses, wanted);
  uint64_t chosen = index == NONE ? 0 : addresses->items.items[index];
  if (reused && !follows)
    vector_push(&reused->list, chosen);
  return chosen;
}

/* The address that comes back; 0: none does. Releases the list. */
static uint64_t pick(struct machine *machine, const struct state *state,
                     const struct thread *thread, const struct edge *edge,
                     struct addresses *addresses) {
  uint64_t chosen = state->keeps_dead ? 0 : choose(machine, edge, addresses);
  if (state->keeps_dead && edge->op == OPERATION_ALLOCATE && edge->allocate.heap &&
      machine->overlay && machine->overlay->reuse)
    chosen = machine->overlay->reuse(machine->overlay, thread, edge, addresses->items.items,
                                     addresses->items.count);
  if (state->keeps_dead && edge->op == OPERATION_ALLOCATE && !edge->allocate.heap &&
      machine->overlay && machine->overlay->miss_slots)
    machine->overlay->miss_slots(machine->overlay, thread, edge, addresses->items.items,
                                 addresses->items.count);
  if (chosen)
    tell_event(machine, state,
               (struct event){.kind = EVENT_REUSE,
                              .thread = thread->number,
                              .edge = edge,
                              .address = chosen,
                              .at = edge->at});
  vector_release(&addresses->items);
  return chosen;
}

/* The step depends on what others freed and remember. */
static void note_dependence(const struct machine *machine) { tell_dependence(machine); }

/* What an allocation looks for. */
struct search_place {
  struct machine *machine;
  const struct state *state;
  const struct thread *owner; /* in whose heap or stack */
  const struct edge *edge;
  uint64_t size;
  size_t first; /* of the objects that count */
  struct addresses *addresses;
  bool is_old; /* the address is the one of an old object */
};

static const struct memory_objects *objects_of(const struct search_place *in) {
  return in->edge->allocate.heap ? &in->owner->heap : &in->owner->stack;
}

static void note_elsewhere(const struct machine *machine, const struct thread *thread,
                           const struct edge *edge) {
  stale_parts_note(machine->stale_parts, machine->program, user_edge(thread, edge),
                   REUSE_ELSEWHERE);
}

static void add_place(struct search_place *in, const struct memory_object *old, uint64_t address) {
  struct addresses *found = in->addresses;
  if (address % in->edge->allocate.alignment)
    return;
  for (size_t i = 0; i < found->items.count; i++)
    if (found->items.items[i] == address)
      return;
  enum state_room room =
      state_find_room(in->state, in->owner, in->edge->allocate.heap, old, address, in->size);
  if (room == ROOM_TOO_SMALL || found->items.count == MOST_ADDRESSES)
    note_elsewhere(in->machine, in->owner, in->edge);
  else if (room == ROOM_FREE)
    vector_push(&found->items, address);
  found->old += room == ROOM_FREE && in->is_old;
}

/* So that the new object begins at an address or contains it. */
static void add_around(void *context, uint64_t address) {
  struct search_place *in = context;
  const struct memory_object *old = state_object_before(objects_of(in), address);
  uint64_t alignment = in->edge->allocate.alignment, last = address / alignment * alignment;
  if (old->life != OBJECT_DEAD || (size_t)(old - objects_of(in)->items) < in->first ||
      address >= memory_object_end(old))
    return;
  if (old->allocation && old->allocation->allocate.alignment < alignment)
    note_elsewhere(in->machine, in->owner, in->edge); /* here it is aligned as well as any */
  for (uint64_t start = last; start + in->size > address && start <= last; start -= alignment)
    add_place(in, old, start);
}

/* Numbers that are not known remember any address of the object. */
static void add_all_around(struct search_place *in, const struct memory_object *old) {
  uint64_t alignment = in->edge->allocate.alignment, end = memory_object_end(old);
  for (uint64_t address = old->address; old->has_derived && address < end; address += alignment)
    add_around(in, address);
}

static void add_places(struct search_place *in) {
  const struct memory_objects *objects = objects_of(in);
  in->is_old = true;
  for (size_t i = in->first; i < objects->count; i++)
    if (objects->items[i].life == OBJECT_DEAD)
      add_place(in, &objects->items[i], objects->items[i].address);
  in->is_old = false;
  if (!stale_addresses_has(in->state->program, REUSE_INSIDE) || in->state->keeps_dead)
    return;
  for (size_t i = in->first; i < objects->count; i++)
    if (objects->items[i].life == OBJECT_DEAD)
      add_all_around(in, &objects->items[i]);
  state_visit_remembered(in->state, objects, add_around, in);
}

/* Forgets dead objects that nothing remembers as if the edge was executed already: what only it
 * reads, and what it overwrites, does not count. */
static void reclaim_behind(struct state *state, struct thread *thread, const struct edge *edge,
                           struct thread *of, bool heap) {
  struct frame *top = thread_top(thread);
  uint32_t location = top->location;
  top->location = edge->to;
  set_register(thread, edge->allocate.target, (struct value){0, 0});
  state_reclaim(state, of, heap);
  top->location = location;
}

/* Freeing synchronises with the allocation that gets the address, and with one that gets what the
 * first leaves. */
static void synchronise(struct state *state, const struct thread *owner, struct thread *thread,
                        uint64_t address, uint64_t size) {
  if (!state->ordering)
    return;
  for (size_t i = 0; i < owner->heap.count; i++) {
    const struct memory_object *old = &owner->heap.items[i];
    if (old->address >= address + size || memory_object_end(old) <= address)
      continue;
    ordering_acquire(state, thread, old->address, 1, ORDER_ACQUIRE);
    if (memory_object_end(old) > address + size)
      ordering_release(state, thread, address + size, 1, ORDER_RELEASE, false);
  }
}

struct memory_object *reuse_block(struct machine *machine, struct state *state,
                                  struct thread *thread, const struct edge *edge, uint64_t size) {
  struct addresses addresses = {0};
  uint32_t number;
  bool heap;
  note_dependence(machine);
  for (size_t i = 0; i < state->thread_count; i++) {
    struct thread *owner = state->threads[i];
    struct search_place in = {.machine = machine,
                              .state = state,
                              .owner = owner,
                              .edge = edge,
                              .size = size,
                              .addresses = &addresses};
    if (!state_has_dead(&owner->heap))
      continue;
    reclaim_behind(state, thread, edge, owner, true);
    if (state_has_dead(&owner->heap))
      add_places(&in);
  }
  uint64_t chosen = pick(machine, state, thread, edge, &addresses);
  if (!chosen || !address_find_thread(state->program->data_model, chosen, &number, &heap))
    return NULL;
  struct thread *owner = state_thread(state, number);
  synchronise(state, owner, thread, chosen, size ? size : 1);
  return state_place_object(state, owner, true, chosen, size);
}

/* The first of the dead slots above all live slots of the frames below the running one. */
static size_t first_free_slot(const struct thread *thread) {
  size_t first = thread_top(thread)->first_slot;
  while (first > 0 && thread->stack.items[first - 1].life == OBJECT_DEAD)
    first--;
  return first;
}

struct memory_object *reuse_slot(struct machine *machine, struct state *state,
                                 struct thread *thread, const struct edge *edge, uint64_t size) {
  struct addresses addresses = {0};
  if (!state_has_dead(&thread->stack))
    return NULL;
  note_dependence(machine);
  reclaim_behind(state, thread, edge, thread, false);
  struct search_place in = {.machine = machine,
                            .state = state,
                            .owner = thread,
                            .edge = edge,
                            .size = size,
                            .first = first_free_slot(thread),
                            .addresses = &addresses};
  add_places(&in);
  uint64_t chosen = pick(machine, state, thread, edge, &addresses);
  if (!chosen)
    return NULL;
  struct memory_object *object = state_place_object(state, thread, false, chosen, size);
  uint32_t index = (uint32_t)(object - thread->stack.items);
  for (size_t i = thread->frames.count; i-- > 0 && thread->frames.items[i].first_slot > index;)
    thread->frames.items[i].first_slot = index;
  return object;
}

static void add_address(void *context, uint64_t address) {
  struct addresses *addresses = context;
  vector_push(&addresses->items, address);
  addresses->old++;
}

struct thread *reuse_record(struct machine *machine, struct state *state, struct thread *thread,
                            const struct edge *edge) {
  struct addresses addresses = {0};
  note_dependence(machine);
  state_find_old_records(state, add_address, &addresses);
  uint64_t chosen = pick(machine, state, thread, edge, &addresses);
  for (size_t i = 0; chosen && i < state->thread_count; i++)
    if (thread_record(state, state->threads[i]) == chosen)
      return state->threads[i];
  return NULL;
}

bool reuse_stays(struct machine *machine, struct state *state, struct thread *thread,
                 const struct edge *edge, const struct place *block, uint64_t size) {
  struct addresses addresses = {0};
  enum state_room room =
      state_find_room(state, block->thread, true, block->dynamic, block->address, size);
  note_dependence(machine);
  if (room == ROOM_TOO_SMALL)
    note_elsewhere(machine, thread, edge);
  if (room != ROOM_FREE)
    return false;
  add_address(&addresses, block->address);
  return pick(machine, state, thread, edge, &addresses) != 0;
}
