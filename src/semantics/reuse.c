/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the addresses that can be reused, and asks the chooser for one. */
#include "semantics/reuse.h"

#include "analysis/reuse.h"
#include "semantics/execute.h"
#include "semantics/footprint.h"
#include "semantics/ordering.h"
#include "semantics/overlay.h"

#include <assert.h>

/* One bit by whoever resolves nondeterminism. */
static bool ask(struct machine *machine, const struct edge *edge) {
  uint64_t bits = 0;
  if (machine->reused) /* the answers are its business */
    return machine->reused->asked->choose(machine->reused->asked, 1, edge) & 1;
  struct value value =
      machine->domain->arbitrary(machine->domain_context, 1, edge, machine->chooser);
  return concretize_value(machine, value, 1, &bits) && bits;
}

struct addresses {
  VECTOR(uint64_t) items;
};

/* 0: none of them. */
static uint64_t follow(struct reused_addresses *reused, const struct addresses *addresses) {
  uint64_t wanted = reused->next < reused->list.count ? reused->list.items[reused->next++] : 0;
  for (size_t i = 0; i < addresses->items.count; i++) {
    bool taken = addresses->items.items[i] == wanted;
    if (reused->answers)
      schedule_add_choice(reused->answers, taken);
    if (taken)
      return wanted;
  }
  return 0;
}

static uint64_t choose(struct machine *machine, const struct edge *edge,
                       const struct addresses *addresses) {
  struct reused_addresses *reused = machine->reused;
  uint64_t chosen = 0;
  if (reused && reused->follows)
    return follow(reused, addresses);
  for (size_t i = 0; i < addresses->items.count && !chosen; i++)
    if (ask(machine, edge))
      chosen = addresses->items.items[i];
  if (reused)
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
    notify_observer(machine, state,
                    (struct event){.kind = EVENT_REUSE,
                                   .thread = thread->number,
                                   .edge = edge,
                                   .address = chosen,
                                   .at = edge->at});
  vector_release(&addresses->items);
  return chosen;
}

/* The step depends on what others freed and remember. */
static void note_dependence(const struct machine *machine) {
  if (machine->footprint)
    machine->footprint->is_undecidable = true;
}

static bool fits(const struct memory_object *object, uint64_t size, uint32_t alignment) {
  return object->life == OBJECT_DEAD && object->size >= size && object->address % alignment == 0;
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

/* Brings the dead object that starts at an address back to life. */
static struct memory_object *revive(struct state *state, uint64_t address, uint64_t size) {
  struct place place;
  bool found = state_find_place(state, address, &place);
  assert(found && place.dynamic && place.dynamic->address == address);
  (void)found;
  state_revive_object(state, place.thread, place.dynamic, size);
  return place.dynamic;
}

struct memory_object *reuse_block(struct machine *machine, struct state *state,
                                  struct thread *thread, const struct edge *edge, uint64_t size) {
  struct addresses addresses = {0};
  note_dependence(machine);
  for (size_t i = 0; i < state->thread_count; i++) {
    struct thread *owner = state->threads[i];
    if (!state_has_dead(&owner->heap))
      continue;
    reclaim_behind(state, thread, edge, owner, true);
    for (size_t j = 0; j < owner->heap.count; j++)
      if (fits(&owner->heap.items[j], size, edge->allocate.alignment))
        vector_push(&addresses.items, owner->heap.items[j].address);
  }
  uint64_t chosen = pick(machine, state, thread, edge, &addresses);
  if (!chosen)
    return NULL;
  /* Freeing synchronises with the allocation that gets the address. */
  ordering_acquire(state, thread, chosen, 1, ORDER_ACQUIRE);
  return revive(state, chosen, size);
}

/* The first of the dead slots behind all that the frames below the running one have alive. */
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
  size_t first = first_free_slot(thread);
  for (size_t i = first; i < thread->stack.count; i++)
    if (fits(&thread->stack.items[i], size, edge->allocate.alignment))
      vector_push(&addresses.items, thread->stack.items[i].address);
  uint64_t chosen = pick(machine, state, thread, edge, &addresses);
  if (!chosen)
    return NULL;
  struct memory_object *object = revive(state, chosen, size);
  uint32_t index = (uint32_t)(object - thread->stack.items);
  for (size_t i = thread->frames.count; i-- > 0 && thread->frames.items[i].first_slot > index;)
    thread->frames.items[i].first_slot = index;
  return object;
}

static void add_address(void *context, uint64_t address) {
  struct addresses *addresses = context;
  vector_push(&addresses->items, address);
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
                 const struct edge *edge, uint64_t address) {
  struct addresses addresses = {0};
  note_dependence(machine);
  vector_push(&addresses.items, address);
  return pick(machine, state, thread, edge, &addresses) != 0;
}
