/* SPDX-License-Identifier: Apache-2.0 */
/* Store buffers. The buffered stores of a thread are in execution order; a flush removes one and
 * writes it. A store is checked when it is executed. If its object dies before it is flushed, it is
 * dropped: a thread that could observe it would read a dead object. */
#include "semantics/buffer.h"

#include "semantics/ordering.h"
#include "semantics/tell.h"

#include <assert.h>
#include <string.h>

enum { WIDEST = 8, WINDOW = 3 * WIDEST }; /* bytes of an access, and of all that overlap it */

static bool overlaps(const struct buffered_store *store, uint64_t address, uint64_t size) {
  return store->address < address + size && address < store->address + store->size;
}

void buffer_add(struct state *state, struct thread *thread, const struct edge *edge,
                uint64_t address, uint32_t size, struct value value) {
  struct buffered_store store = {.address = address, .size = size, .value = value, .edge = edge};
  store.waits_for_all = state->memory_model == MEMORY_PSO && thread->buffer.count &&
                        edge->store.order == ORDER_RELEASE;
  vector_push(&thread->buffer, store);
  ordering_buffer(state, thread);
}

void buffer_separate(struct state *state, struct thread *thread) {
  if (state->memory_model == MEMORY_PSO && thread->buffer.count)
    vector_last(&thread->buffer).fenced = true;
}

/* Removes a store. A fence after it still separates the stores before it from later ones. */
static void remove_store(struct state *state, struct thread *thread, size_t index,
                         bool is_visible) {
  ordering_unbuffer(state, thread, index, is_visible);
  struct buffered_store *stores = thread->buffer.items;
  if (stores[index].fenced && index)
    stores[index - 1].fenced = true;
  memmove(&stores[index], &stores[index + 1], (thread->buffer.count - index - 1) * sizeof *stores);
  thread->buffer.count--;
  if (thread->buffer.count)
    stores[0].waits_for_all = false;
  thread->packed = CHANGED;
}

static void flush(struct machine *machine, struct state *state, struct thread *thread,
                  size_t index) {
  struct buffered_store store = thread->buffer.items[index];
  struct place place;
  bool found = state_find_place(state, store.address, &place);
  assert(found && place.content);
  (void)found;
  machine->domain->content_write(machine->domain_context, place.content, place.size, place.offset,
                                 store.size, store.value);
  state_note_change(state, &place);
  remove_store(state, thread, index, true);
  tell_event(machine, state,
             (struct event){.kind = EVENT_FLUSH,
                            .thread = thread->number,
                            .edge = store.edge,
                            .address = store.address,
                            .size = store.size,
                            .value = store.value,
                            .at = store.edge->at});
}

void buffer_drain(struct machine *machine, struct state *state, struct thread *thread) {
  while (thread->buffer.count)
    flush(machine, state, thread, 0);
}

bool machine_can_flush(const struct state *state, const struct thread *thread, size_t index) {
  if (state->atomic_owner != NO_THREAD && state->atomic_owner != thread->number)
    return false;
  const struct buffered_store *store = &thread->buffer.items[index];
  if (state->memory_model == MEMORY_TSO || store->waits_for_all)
    return index == 0;
  for (size_t i = 0; i < index; i++)
    if (thread->buffer.items[i].fenced ||
        overlaps(&thread->buffer.items[i], store->address, store->size))
      return false;
  return true;
}

void machine_flush(struct machine *machine, struct state *state, struct thread *thread,
                   size_t index) {
  assert(machine_can_flush(state, thread, index));
  flush(machine, state, thread, index);
}

/* The stores that overlap the access are written, oldest first, into a window around it. */
struct value buffer_read(const struct machine *machine, const struct thread *thread,
                         const struct edge *edge, const struct place *place, unsigned size,
                         struct chooser *chooser) {
  const struct domain *domain = machine->domain;
  void *context = machine->domain_context;
  uint64_t address = place->address + place->offset;
  unsigned covered = 0; /* a bit per byte */
  for (size_t i = 0; i < thread->buffer.count; i++)
    for (unsigned byte = 0; byte < size; byte++)
      if (overlaps(&thread->buffer.items[i], address + byte, 1))
        covered |= 1u << byte;
  if (!covered)
    return domain->content_read(context, place->content, place->size, place->offset, size, edge,
                                chooser);
  unsigned char *window = memory_allocate(domain->content_size(WINDOW));
  domain->content_init(context, window, WINDOW, NULL, false);
  for (unsigned byte = 0; byte < size; byte++)
    if (!(covered >> byte & 1))
      domain->content_write(context, window, WINDOW, WIDEST + byte, 1,
                            domain->content_read(context, place->content, place->size,
                                                 place->offset + byte, 1, edge, chooser));
  for (size_t i = 0; i < thread->buffer.count; i++) {
    const struct buffered_store *store = &thread->buffer.items[i];
    if (overlaps(store, address, size))
      domain->content_write(context, window, WINDOW, store->address + WIDEST - address, store->size,
                            store->value);
  }
  struct value value = domain->content_read(context, window, WINDOW, WIDEST, size, edge, chooser);
  memory_release(window);
  return value;
}

void state_forget_stores(struct state *state, uint64_t address, uint64_t size) {
  for (size_t i = 0; i < state->thread_count; i++) {
    struct thread *thread = state->threads[i];
    for (size_t j = thread->buffer.count; j-- > 0;)
      if (overlaps(&thread->buffer.items[j], address, size))
        remove_store(state, thread, j, false);
  }
}

bool state_has_waiting_stores(const struct state *state) {
  for (size_t i = 0; i < state->thread_count; i++)
    if (state->threads[i]->buffer.count)
      return true;
  return false;
}
