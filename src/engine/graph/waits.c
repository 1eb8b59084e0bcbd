/* SPDX-License-Identifier: Apache-2.0 */
/* Waits of the library, such as for a mutex or the end of a thread. Their conditions only read
 * memory; what they read are actions of the graph.
 *
 * A condition that does not hold for values that some execution read will not hold for them in
 * another one. So these values are remembered. A read that would take one of them although there
 * is a newer write leads to a thread that waits for ever, as no write revisits it, and no graph is
 * kept for it. */
#include "engine/graph/search.h"

enum { MOST_VAIN_WAITS = 1 << 16 };

static void begin(struct egraph_search *search, struct egraph_thread *self) {
  self->awaits = true;
  self->first_awaited = self->executed;
  self->unit++;
  search->wait_reads_more = false;
  search->wait_key.count = 0;
  vector_push(&search->wait_key, (uint64_t)(uintptr_t)search->machine.awaited);
  vector_push(&search->wait_key, search->machine.awaited_for[0].bits);
  vector_push(&search->wait_key, search->machine.awaited_for[1].bits);
}

bool egraph_was_awaited(struct egraph_search *search, uint32_t slot, uint64_t address,
                        uint64_t *value) {
  struct egraph_thread *self = &search->threads.items[slot];
  if (!search->machine.is_waiting) {
    self->awaits = false;
    return false;
  }
  if (!self->awaits) {
    begin(search, self);
    return false;
  }
  for (size_t i = self->first_awaited; i < self->executed; i++) {
    const struct memory_action *action = &search->graph.actions.items[self->actions.items[i]];
    if (action->kind == ACTION_READ &&
        search->graph.locations.items[action->location].address == address) {
      *value = action->value;
      if (search->confirming)
        egraph_confirm_access(search, self->actions.items[i]);
      return true;
    }
  }
  return false;
}

void egraph_note_awaited(struct egraph_search *search, const struct memory_action *action) {
  if (!search->machine.is_waiting)
    return;
  vector_push(&search->wait_key, search->graph.locations.items[action->location].address);
  vector_push(&search->wait_key, action->value);
}

void egraph_note_vain_wait(struct egraph_search *search) {
  if (!search->wait_reads_more && !search->confirming && search->wait_key.count &&
      interner_count(search->vain_waits) < MOST_VAIN_WAITS)
    interner_add(search->vain_waits, search->wait_key.items,
                 search->wait_key.count * sizeof *search->wait_key.items, NULL);
}

bool egraph_waits_in_vain(struct egraph_search *search, const struct memory_action *action) {
  uint32_t number;
  if (!search->machine.is_waiting || search->wait_reads_more)
    return false;
  egraph_note_awaited(search, action);
  bool is_known = interner_find(search->vain_waits, search->wait_key.items,
                                search->wait_key.count * sizeof *search->wait_key.items, &number);
  search->wait_key.count -= 2;
  return is_known;
}
