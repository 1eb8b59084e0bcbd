/* SPDX-License-Identifier: Apache-2.0 */
/* A thread waits if it cannot move, or if its step into an atomic section ends before a wait, as
 * that of a join or a lock does. */
#include "semantics/lookahead.h"

#include "semantics/chooser.h"
#include "semantics/ordering.h"
#include "semantics/store.h"

enum { MOST_REMEMBERED = 256 };

struct lookahead {
  struct store *store;
  struct state *copy;
};

void lookahead_destroy(struct lookahead *lookahead) {
  if (!lookahead)
    return;
  store_destroy(lookahead->store);
  state_destroy(lookahead->copy);
  memory_release(lookahead);
}

static struct lookahead *create(const struct state *state) {
  struct lookahead *lookahead = memory_allocate_zeroed(sizeof *lookahead);
  lookahead->store = store_create(state->program);
  lookahead->copy = state_create(state->program, state->domain, state->domain_context);
  lookahead->copy->memory_model = state->memory_model;
  if (state->ordering)
    lookahead->copy->ordering = ordering_create();
  return lookahead;
}

/* Numbers of packed components belong to the store that gave them. */
static void forget_packed(struct state *state) {
  for (size_t i = 0; i < state->thread_count; i++)
    state->threads[i]->packed = CHANGED;
  for (size_t i = 0; i < state->chunk_count; i++)
    state->packed_chunks[i] = CHANGED;
  state->packed_facts = state->packed_ordering = CHANGED;
}

static bool is_kept_waiting(struct machine *machine, struct state *state, struct thread *thread) {
  enum readiness readiness = machine_readiness(machine, state, thread);
  return readiness != READY && readiness != HELD_BACK;
}

bool lookahead_waits(struct lookahead **lookahead, const struct machine *machine,
                     struct state *state, const struct thread *thread) {
  struct chooser chooser = {chooser_zero, false, NULL};
  struct machine trial = {.program = machine->program,
                          .domain = machine->domain,
                          .domain_context = machine->domain_context,
                          .memory_model = machine->memory_model,
                          .stale_parts = machine->stale_parts,
                          .chooser = &chooser};
  if (is_kept_waiting(&trial, state, state_thread(state, thread->number)))
    return true;
  if (thread_next_edge(thread)->op != OPERATION_ATOMIC_BEGIN)
    return false;
  if (*lookahead && store_count((*lookahead)->store) >= MOST_REMEMBERED) {
    lookahead_destroy(*lookahead);
    *lookahead = NULL;
  }
  if (!*lookahead) {
    *lookahead = create(state);
    forget_packed(state);
  }
  bool added;
  store_load((*lookahead)->store, (*lookahead)->copy,
             store_add((*lookahead)->store, state, &added));
  struct state *copy = (*lookahead)->copy;
  struct thread *self = state_thread(copy, thread->number);
  return machine_step(&trial, copy, self) == OUTCOME_STEPPED &&
         is_kept_waiting(&trial, copy, self) && !self->finished;
}
