/* SPDX-License-Identifier: Apache-2.0 */
/* Loops that only wait. A thread that comes back to the head of a loop having changed nothing has
 * made an iteration that can be left out of any execution: it waits there until one of the reads of
 * that iteration takes its value from another write. */
#include "engine/graph/search.h"

#include <string.h>

void egraph_forget_loops(struct egraph_thread *thread) {
  while (thread->loops.count) {
    struct loop_visit visit = vector_pop(&thread->loops);
    vector_release(&visit.registers);
  }
}

static void fill(struct egraph_search *search, const struct egraph_thread *self,
                 const struct thread *thread, struct loop_visit *visit) {
  const struct frame *top = thread_top(thread);
  struct live_registers live = liveness_at(search->liveness, top->function, top->location);
  visit->depth = thread->frames.count;
  visit->function = top->function;
  visit->head = top->location;
  visit->changes = self->progress.changes;
  visit->actions = self->progress.executed;
  visit->writes = self->writes.count;
  visit->heap_end = thread->heap_end;
  visit->created = thread->created;
  visit->held = thread->held.count;
  visit->registers.count = 0;
  for (uint32_t i = 0; i < live.count; i++)
    vector_push(&visit->registers,
                thread->registers.items[top->first_register + live.registers[i]].bits);
}

static uint64_t no_choice(struct chooser *chooser, unsigned width, const struct edge *edge) {
  (void)chooser, (void)width, (void)edge;
  return 0;
}

/* Has the memory of the thread the contents again that it had? */
static bool is_memory_same(struct egraph_search *search, const struct egraph_thread *self,
                           size_t first) {
  struct chooser chooser = {no_choice, true, NULL};
  for (size_t i = first; i < self->writes.count; i++) {
    const struct private_write *write = &self->writes.items[i];
    struct place place;
    bool is_first = true;
    for (size_t j = first; j < i && is_first; j++)
      is_first = self->writes.items[j].address != write->address ||
                 self->writes.items[j].size < write->size;
    if (!is_first || !state_find_place(search->state, write->address, &place) || !place.content)
      continue;
    struct value now =
        search->machine.domain->content_read(search->machine.domain_context, place.content,
                                             place.size, place.offset, write->size, NULL, &chooser);
    if (now.bits != write->old)
      return false;
  }
  return true;
}

static bool is_same(struct egraph_search *search, const struct egraph_thread *self,
                    const struct loop_visit *old, const struct loop_visit *now) {
  return old->changes == now->changes && old->actions < now->actions &&
         old->heap_end == now->heap_end && old->created == now->created && old->held == now->held &&
         old->registers.count == now->registers.count &&
         (!old->registers.count || memcmp(old->registers.items, now->registers.items,
                                          old->registers.count * sizeof(uint64_t)) == 0) &&
         is_memory_same(search, self, old->writes);
}

static void come_to_head(struct egraph_search *search, struct egraph_thread *self,
                         const struct thread *thread) {
  struct loop_visit now = {0};
  fill(search, self, thread, &now);
  while (self->loops.count && vector_last(&self->loops).depth > now.depth) {
    struct loop_visit visit = vector_pop(&self->loops);
    vector_release(&visit.registers);
  }
  for (size_t i = 0; i < self->loops.count; i++) {
    struct loop_visit *old = &self->loops.items[i];
    if (old->depth != now.depth || old->function != now.function || old->head != now.head)
      continue;
    self->progress.spins |= is_same(search, self, old, &now);
    vector_release(&old->registers);
    *old = now;
    return;
  }
  vector_push(&self->loops, now);
}

void egraph_notice_edge(struct observer *observer, const struct state *state,
                        const struct event *event) {
  struct egraph_search *search =
      (struct egraph_search *)((char *)observer - offsetof(struct egraph_search, observer));
  if (event->kind != EVENT_EDGE || !search->is_concurrent || search->is_dead)
    return;
  const struct thread *thread = search->running;
  (void)state;
  if (thread && thread->number == event->thread)
    egraph_look_at_loop(search, thread);
}

void egraph_look_at_loop(struct egraph_search *search, const struct thread *thread) {
  if (thread->atomic_depth || !thread_location(thread)->loop_head)
    return;
  const struct frame *top = thread_top(thread);
  if (waiting_at(search->waiting, top->function, top->location))
    come_to_head(search, &search->threads.items[egraph_slot(search, thread->number)], thread);
}
