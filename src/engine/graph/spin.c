/* SPDX-License-Identifier: Apache-2.0 */
/* Loops that only wait. Suppose that a thread returns to the head of a loop in the state of an
 * earlier visit, and that the iterations in between changed nothing that other threads can see.
 * Then these iterations can be removed from every execution: the thread waits until one of their
 * reads takes its value from another write. Often this is one iteration. It is several if the loop
 * counts attempts and begins again, or looks at several places in turn. The last MOST_VISITS states
 * at a head are compared.
 *
 * Such iterations may write shared memory if they restore it: an iteration that waits on a
 * condition variable releases a mutex and acquires it again. Without the iterations, a thread that
 * read the value after them reads the same value from the write before them, and only the
 * iterations themselves are ordered less: earlier actions of the thread were released by earlier
 * writes. The iterations cannot be left out if another thread, which goes on, reads a value that is
 * there only during them (that the mutex is not free), or if others write in between. Then the
 * thread goes on; this is found out when no other thread can move. If several threads wait on a
 * condition variable, others hold the mutex in between. So iterations are also compared where a
 * thread has released the mutex: from there to there again, it acquires the mutex, evaluates its
 * condition and releases the mutex, and no other thread comes in between.
 *
 * A spurious wake-up from a condition variable is a choice. In a loop that evaluates its condition
 * again, it makes one more iteration, which usually changes nothing. When deadlocks or lock errors
 * are checked, the waiting threads form a list in memory, which this iteration leaves and joins.
 * The thread leaves the list after it acquired the mutex and joins it before it releases the mutex
 * (library/cond.c), and so do others. So from one wait to the next, only a signal can come in
 * between; otherwise the list is the same again. A thread that was signalled in an execution with
 * the iteration can be signalled without it: the waiting thread is on the list whenever it was, and
 * a signal chooses a thread of the list. The thread is at a wait and can still be woken there; only
 * the choice of another spurious wake-up is left out, until the iteration turns out to be
 * needed. */
#include "engine/graph/spin.h"

#include "engine/graph/extension.h"

#include <string.h>

enum { MOST_VISITS = 64 }; /* kept per head of a loop */

void spin_forget(struct event_thread *thread) {
  while (thread->loops.count) {
    struct loop_visit visit = vector_pop(&thread->loops);
    vector_release(&visit.registers);
  }
}

static void put_registers(struct graph_search *search, const struct thread *thread,
                          const struct frame *frame, struct loop_visit *visit) {
  struct live_registers live =
      liveness_at(search->facts.liveness, frame->function, frame->location);
  for (uint32_t i = 0; i < live.count; i++)
    vector_push(&visit->registers,
                thread->registers.items[frame->first_register + live.registers[i]].bits);
}

static void fill(struct graph_search *search, const struct event_thread *self,
                 const struct thread *thread, struct loop_visit *visit) {
  const struct frame *top = thread_top(thread);
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
  put_registers(search, thread, top, visit);
  for (size_t i = 0; i + 1 < thread->frames.count; i++) { /* a caller may be at another call now */
    const struct frame *frame = &thread->frames.items[i];
    vector_push(&visit->registers, (uint64_t)(uintptr_t)frame->function);
    vector_push(&visit->registers, frame->location);
    vector_push(&visit->registers, thread->frames.items[i + 1].call_edge);
    put_registers(search, thread, frame, visit);
  }
}

/* Does private memory of the thread hold what it held before its writes from `first` on? */
static bool is_memory_same(struct graph_search *search, const struct event_thread *self,
                           size_t first) {
  struct chooser chooser = {chooser_zero, true, NULL};
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

static const struct memory_action *action_of(const struct clocked_graph *graph,
                                             const struct event_thread *self, size_t index) {
  return clocked_graph_action(graph, self->actions.items[index]);
}

/* Is the action a write of another value than the location had? */
static bool changes_value(const struct clocked_graph *graph, const struct event_thread *self,
                          size_t index) {
  const struct memory_action *action = action_of(graph, self, index);
  return action->kind == ACTION_WRITE &&
         !(action->is_rmw && action_of(graph, self, index - 1)->value == action->value);
}

/* Is it one of the thread's actions from `first` up to `end`? */
static bool is_among(const struct clocked_graph *graph, const struct event_thread *self,
                     size_t first, size_t end, uint32_t number) {
  const struct memory_action *action = clocked_graph_action(graph, number);
  return &graph->threads.items[action->thread] == self && action->index >= first &&
         action->index < end;
}

/* Did the actions from `first` up to `end` restore the value of the location of the index-th
 * action, without a write of another thread in between? */
static bool is_restored(const struct clocked_graph *graph, const struct event_thread *self,
                        size_t first, size_t end, size_t index) {
  uint32_t location = action_of(graph, self, index)->location;
  const struct action_location *place = &graph->events.locations.items[location];
  const uint32_t *order = place->order.items;
  size_t last = event_graph_rank(&graph->events, location, self->actions.items[index]);
  size_t before = last - 1;
  while (before > 0 && is_among(graph, self, first, end, order[before - 1]))
    before--;
  while (last < place->order.count && is_among(graph, self, first, end, order[last]))
    last++;
  if (!before && place->is_uninitialised)
    return false;
  uint64_t old = before ? clocked_graph_action(graph, order[before - 1])->value : place->initial;
  return clocked_graph_action(graph, order[last - 1])->value == old;
}

/* Do the thread's actions from `first` up to `end` restore all shared memory that they changed? */
static bool restores(const struct clocked_graph *graph, const struct event_thread *self,
                     size_t first, size_t end) {
  for (size_t i = first; i < end; i++)
    if (changes_value(graph, self, i) && !is_restored(graph, self, first, end, i))
      return false;
  return true;
}

/* Is the read part of a wait, or of an iteration after which its thread waits? */
static bool is_idle(const struct clocked_graph *graph, const struct memory_action *read) {
  const struct thread_progress *reader = &graph->threads.items[read->thread].progress;
  return (reader->is_waiting && read->is_awaited && read->index >= reader->first_awaited) ||
         (reader->spins && read->index >= reader->spin_first);
}

/* Did another thread read a temporary value of the iterations, and is it not waiting with that
 * read? */
static bool was_seen(const struct clocked_graph *graph, const struct event_thread *self) {
  size_t first = self->progress.spin_first, end = self->actions.count;
  for (size_t i = 0; i < graph->events.actions.count; i++) {
    const struct memory_action *read = clocked_graph_action(graph, i);
    if (read->kind != ACTION_READ || read->source == INITIAL_WRITE ||
        &graph->threads.items[read->thread] == self ||
        !is_among(graph, self, first, end, read->source) || is_idle(graph, read))
      continue;
    const struct action_numbers *order = &graph->events.locations.items[read->location].order;
    size_t rank = event_graph_rank(&graph->events, read->location, read->source);
    if (rank < order->count && is_among(graph, self, first, end, order->items[rank]))
      return true;
  }
  return false;
}

bool spin_has_writes(const struct clocked_graph *graph, const struct event_thread *self) {
  for (size_t i = self->progress.spin_first; self->progress.spins && i < self->actions.count; i++)
    if (changes_value(graph, self, i))
      return true;
  return false;
}

bool spin_wake(struct graph_search *search) {
  for (size_t i = 0; i < search->graph.threads.count; i++) {
    struct event_thread *self = &search->graph.threads.items[i];
    if (!self->exists || !spin_has_writes(&search->graph, self) ||
        (restores(&search->graph, self, self->progress.spin_first, self->actions.count) &&
         !was_seen(&search->graph, self)))
      continue;
    self->progress.spins = false;
    if (self->progress.is_waiting)
      extension_push_spurious(search, (uint32_t)i);
    else
      self->progress.is_blocked = false;
    return true;
  }
  return false;
}

static bool is_same(struct graph_search *search, const struct event_thread *self,
                    const struct loop_visit *old, const struct loop_visit *now) {
  return old->changes == now->changes && old->actions < now->actions &&
         old->heap_end == now->heap_end && old->created == now->created && old->held == now->held &&
         old->registers.count == now->registers.count &&
         (!old->registers.count || memcmp(old->registers.items, now->registers.items,
                                          old->registers.count * sizeof(uint64_t)) == 0) &&
         is_memory_same(search, self, old->writes) &&
         restores(&search->graph, self, old->actions, now->actions);
}

/* Forgets visits of loops in functions that have returned. */
static void forget_deeper(struct event_thread *self, size_t depth) {
  size_t kept = 0;
  for (size_t i = 0; i < self->loops.count; i++)
    if (self->loops.items[i].depth > depth && !self->loops.items[i].in_library)
      vector_release(&self->loops.items[i].registers);
    else
      self->loops.items[kept++] = self->loops.items[i];
  self->loops.count = kept;
}

static bool is_same_head(const struct loop_visit *old, const struct loop_visit *now) {
  return old->depth == now->depth && old->function == now->function && old->head == now->head &&
         old->in_library == now->in_library;
}

/* Forgets visits of the head after which the thread changed something, and the oldest one if there
 * are too many. */
static void forget_visits(struct event_thread *self, const struct loop_visit *now) {
  size_t most = now->in_library ? 0 : MOST_VISITS - 1, same = 0, kept = 0;
  for (size_t i = 0; i < self->loops.count; i++)
    same += is_same_head(&self->loops.items[i], now);
  for (size_t i = 0; i < self->loops.count; i++) {
    struct loop_visit *visit = &self->loops.items[i];
    bool is_same = is_same_head(visit, now);
    if (is_same && (visit->changes != now->changes || same > most)) {
      vector_release(&visit->registers);
      same--;
    } else {
      self->loops.items[kept++] = *visit;
    }
  }
  self->loops.count = kept;
}

static void come_to_head(struct graph_search *search, struct event_thread *self,
                         const struct thread *thread, bool in_library) {
  struct loop_visit now = {.in_library = in_library};
  fill(search, self, thread, &now);
  forget_deeper(self, now.depth);
  bool is_new = self->progress.executed == self->actions.count;
  for (size_t i = self->loops.count; is_new && i-- > 0 && !self->progress.spins;) {
    const struct loop_visit *old = &self->loops.items[i];
    if (is_same_head(old, &now) && is_same(search, self, old, &now)) {
      self->progress.spins = true;
      self->progress.spin_first = old->actions;
    }
  }
  forget_visits(self, &now);
  vector_push(&self->loops, now);
}

void spin_look_at_loop(struct graph_search *search, const struct thread *thread) {
  if (thread->atomic_depth || !thread_location(thread)->loop_head)
    return;
  const struct frame *top = thread_top(thread);
  if (waiting_at(search->facts.waiting, top->function, top->location))
    come_to_head(search,
                 &search->graph.threads.items[clocked_graph_slot(&search->graph, thread->number)],
                 thread, false);
}

void spin_look_at_section(struct graph_search *search, const struct thread *thread) {
  if (search->is_concurrent && !thread->atomic_depth && thread_top(thread)->function->is_library &&
      thread_next_edge(thread)->op == OPERATION_ATOMIC_BEGIN)
    come_to_head(search,
                 &search->graph.threads.items[clocked_graph_slot(&search->graph, thread->number)],
                 thread, true);
}

void spin_look_at_wait(struct graph_search *search, const struct thread *thread) {
  if (search->is_concurrent && thread_next_edge(thread)->wait.spurious)
    come_to_head(search,
                 &search->graph.threads.items[clocked_graph_slot(&search->graph, thread->number)],
                 thread, true);
}
