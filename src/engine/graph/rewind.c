/* SPDX-License-Identifier: Apache-2.0 */
/* Continues from one graph to the next. Two successive graphs have most actions in common, whose
 * clocks and steps can be kept.
 *
 * The behaviour of a thread depends only on what its actions read and choose, since everything else
 * that threads share is in the graph. So each thread is restored separately, from an image made
 * before a step: the last one before the actions in which the graphs differ. Threads created after
 * that point are removed. A step that changes another thread, for example by freeing one of its
 * blocks, breaks this; then the next graph is executed from the start. There are images of one path
 * only, so memory grows with the length of an execution and not with the number of executions. */
#include "engine/graph/rewind.h"

#include "base/memory.h"
#include "engine/graph/spin.h"
#include "engine/graph/unpublished.h"
#include "semantics/ordering.h"
#include "semantics/store.h"

#include <string.h>

/* Copying this many bytes takes as long as executing an edge. */
enum { BYTES_PER_EDGE = 256 };

struct thread_image {
  struct thread_progress progress;
  size_t writes;
  struct bytes packed;    /* the thread, as store.c packs it */
  struct bytes variables; /* of main's images: the variables of the program, if they changed since
                             the image before */
  VECTOR(struct loop_visit) loops;
};

static void release_image(struct thread_image *image) {
  vector_release(&image->packed);
  vector_release(&image->variables);
  vector_release_members(&image->loops, registers);
}

static void drop_images(struct event_thread *self, size_t count) {
  while (self->images.count > count)
    release_image(&vector_pop(&self->images));
}

void rewind_release_images(struct event_thread *self) {
  drop_images(self, 0);
  vector_release(&self->images);
}

void rewind_forget_path(struct graph_search *search) {
  for (size_t i = 0; i < search->graph.threads.count; i++)
    drop_images(&search->graph.threads.items[i], 0);
  state_destroy(search->state);
  search->state = NULL;
  search->path.kept = 0;
}

static struct loop_visit copy_visit(const struct loop_visit *visit) {
  struct loop_visit copy = *visit;
  copy.registers.items = NULL;
  copy.registers.count = copy.registers.capacity = 0;
  vector_reserve(&copy.registers, visit->registers.count);
  vector_append(&copy.registers, visit->registers.items, visit->registers.count);
  return copy;
}

static bool have_variables_changed(const struct state *state) {
  for (size_t i = 0; i < state->chunk_count; i++)
    if (state->packed_chunks[i] == CHANGED)
      return true;
  return false;
}

static void keep_variables(const struct state *state, struct bytes *out) {
  vector_reserve(out, state->variables_size);
  if (state->variables_size)
    memcpy(out->items, state->variables, state->variables_size);
  out->count = state->variables_size;
}

bool rewind_has_image(const struct event_thread *self, uint64_t steps) {
  return self->images.count && vector_last(&self->images).progress.steps == steps;
}

void rewind_take_image(struct graph_search *search, uint32_t slot, const struct thread *thread) {
  struct event_thread *self = &search->graph.threads.items[slot];
  uint64_t edges = search->machine.counts.edges - self->imaged_at;
  bool may_wait =
      map_get(&search->postponing.edges, (uint64_t)(uintptr_t)thread_next_edge(thread), NULL);
  if (!search->is_concurrent ||
      (self->images.count && edges < self->image_size / BYTES_PER_EDGE && !may_wait))
    return;
  if (rewind_has_image(self, self->progress.steps))
    return; /* the thread was just restored from it */
  struct thread_image image = {.progress = self->progress, .writes = self->writes.count};
  store_pack_thread(search->facts.liveness, search->state, thread, &image.packed);
  if (thread->number == 0 && (!self->images.count || search->path.has_new_variables)) {
    keep_variables(search->state, &image.variables);
    search->path.has_new_variables = false;
  }
  for (size_t i = 0; i < self->loops.count; i++)
    vector_push(&image.loops, copy_visit(&self->loops.items[i]));
  self->image_size = image.packed.count + image.variables.count;
  self->imaged_at = search->machine.counts.edges;
  vector_push(&self->images, image);
}

/* Does the graph know of the thread already? Not if the thread was just created. */
static bool is_in_graph(struct graph_search *search, const struct thread *thread) {
  size_t slot = clocked_graph_slot(&search->graph, thread->number);
  return slot < search->graph.threads.count && search->graph.threads.items[slot].exists;
}

void rewind_notice_changes(struct graph_search *search, const struct thread *running) {
  struct state *state = search->state;
  for (size_t i = 0; i < state->thread_count; i++) {
    struct thread *thread = state->threads[i];
    if (thread != running && thread->packed == CHANGED && is_in_graph(search, thread))
      search->path.is_entangled = true;
    thread->packed = 0;
  }
  bool has_changed = have_variables_changed(state);
  for (size_t i = 0; has_changed && i < state->chunk_count; i++)
    state->packed_chunks[i] = 0;
  if (running->number == 0)
    search->path.has_new_variables |= has_changed;
  else
    search->path.is_entangled |= has_changed;
}

/* Restores the variables of the program with main: from the last image that has them. */
static void restore_variables(struct graph_search *search, struct event_thread *self,
                              size_t first) {
  struct state *state = search->state;
  bool has_changed = search->path.has_new_variables || have_variables_changed(state);
  for (size_t i = first + 1; i < self->images.count; i++)
    has_changed |= self->images.items[i].variables.count != 0;
  while (first > 0 && !self->images.items[first].variables.count)
    first--;
  const struct bytes *variables = &self->images.items[first].variables;
  if (has_changed && variables->count)
    memcpy(state->variables, variables->items, variables->count);
  for (size_t i = 0; has_changed && i < state->chunk_count; i++)
    state->packed_chunks[i] = 0;
  search->path.has_new_variables = false;
}

static void forget_births(struct graph_search *search, uint32_t slot, uint64_t steps) {
  lifetimes_rewind(&search->lifetimes, slot, steps);
  unpublished_rewind(search, slot, steps);
}

void rewind_reset_thread(struct event_thread *self) {
  self->progress = (struct thread_progress){0};
  self->exists = self->is_postponed = false;
  self->writes.count = 0;
  spin_forget(self);
}

/* Removes a thread whose creator is restored to a step before its creation. */
static void remove_thread(struct graph_search *search, uint32_t slot) {
  struct event_thread *self = &search->graph.threads.items[slot];
  for (uint32_t i = 0; i < search->graph.threads.count; i++)
    if (i != slot && search->graph.threads.items[i].exists &&
        search->graph.events.threads.items[i].creator == slot)
      remove_thread(search, i);
  self = &search->graph.threads.items[slot];
  state_remove_thread(search->state, self->number);
  drop_images(self, 0);
  forget_births(search, slot, 0);
  rewind_reset_thread(self);
}

static void restore_thread(struct graph_search *search, uint32_t slot, size_t index) {
  struct event_thread *self = &search->graph.threads.items[slot];
  struct thread *thread = state_thread(search->state, self->number);
  if (thread->number == 0)
    restore_variables(search, self, index);
  drop_images(self, index + 1);
  const struct thread_image *image = &vector_last(&self->images);
  store_unpack_thread(search->facts.liveness, search->state, thread, &image->packed);
  thread->packed = 0;
  self->progress = image->progress;
  self->writes.count = image->writes;
  self->imaged_at = search->machine.counts.edges;
  spin_forget(self);
  for (size_t i = 0; i < image->loops.count; i++)
    vector_push(&self->loops, copy_visit(&image->loops.items[i]));
  forget_births(search, slot, self->progress.steps);
  for (uint32_t i = 0; i < search->graph.threads.count; i++)
    if (i != slot && search->graph.threads.items[i].exists &&
        search->graph.events.threads.items[i].creator == slot &&
        search->graph.events.threads.items[i].steps >
            search->graph.threads.items[slot].progress.steps)
      remove_thread(search, i);
}

void rewind_restore_last(struct graph_search *search, uint32_t slot) {
  restore_thread(search, slot, search->graph.threads.items[slot].images.count - 1);
}

static bool is_same_action(const struct event_graph *a, const struct memory_action *first,
                           const struct event_graph *b, const struct memory_action *second) {
  if (first->kind != second->kind || first->order != second->order || first->unit != second->unit ||
      first->value != second->value || first->in_section != second->in_section ||
      first->edge != second->edge)
    return false;
  if (first->kind != ACTION_READ && first->kind != ACTION_WRITE)
    return true;
  return a->locations.items[first->location].address ==
             b->locations.items[second->location].address &&
         a->locations.items[first->location].life == b->locations.items[second->location].life;
}

/* Does the executed action read from the write that it reads from in the next graph, and does
 * that write agree? */
static bool has_same_source(const struct graph_search *search, const struct memory_action *old,
                            const struct event_graph *next, const struct memory_action *fresh,
                            const size_t *agreed) {
  bool has_source = fresh->kind == ACTION_READ || fresh->kind == ACTION_CHOICE;
  if (!has_source || fresh->source == INITIAL_WRITE || old->source == INITIAL_WRITE)
    return !has_source || fresh->source == old->source;
  const struct memory_action *write = &next->actions.items[fresh->source];
  const struct memory_action *before = clocked_graph_action(&search->graph, old->source);
  return write->thread == before->thread && write->index == before->index &&
         write->index < agreed[write->thread];
}

/* For each thread, how many of its first executed actions agree with the next graph. */
static void find_agreement(const struct graph_search *search, const struct event_graph *next,
                           size_t *agreed) {
  for (size_t i = 0; i < search->graph.threads.count; i++)
    agreed[i] = 0;
  for (size_t i = 0; i < next->actions.count; i++)
    agreed[next->actions.items[i].thread]++;
  for (size_t i = 0; i < search->graph.threads.count; i++) {
    const struct event_thread *self = &search->graph.threads.items[i];
    size_t executed = self->exists ? self->progress.executed : 0;
    if (agreed[i] > executed)
      agreed[i] = executed;
  }
  for (bool changes = true; changes;) {
    changes = false;
    for (size_t i = 0; i < next->actions.count; i++) {
      const struct memory_action *fresh = &next->actions.items[i];
      if (fresh->index >= agreed[fresh->thread])
        continue;
      const struct memory_action *old =
          &search->graph.events.actions
               .items[search->graph.threads.items[fresh->thread].actions.items[fresh->index]];
      if (is_same_action(&search->graph.events, old, next, fresh) &&
          has_same_source(search, old, next, fresh, agreed))
        continue;
      agreed[fresh->thread] = fresh->index;
      changes = true;
    }
  }
}

/* Restores each thread to where it agrees with the next graph. */
static void take_back(struct graph_search *search, const size_t *agreed) {
  for (uint32_t i = 0; i < search->graph.threads.count; i++) {
    const struct event_thread *self = &search->graph.threads.items[i];
    if (!self->exists || (self->progress.executed <= agreed[i] && i != search->path.torn))
      continue;
    size_t index = self->images.count;
    while (index > 0 && self->images.items[index - 1].progress.executed > agreed[i])
      index--;
    if (!index) { /* there are no images of main before it created a thread */
      search->path.is_entangled = true;
      return;
    }
    restore_thread(search, i, index - 1);
  }
  search->path.torn = NO_THREAD;
}

static bool is_same_start(const struct action_thread_start *a,
                          const struct action_thread_start *b) {
  return a->creator == b->creator && a->after == b->after && a->twin == b->twin;
}

/* The first number that stands for different actions in the two graphs. */
static size_t first_difference(const struct graph_search *search, const struct event_graph *next) {
  const struct event_graph *graph = &search->graph.events;
  size_t count = graph->actions.count, kept = 0;
  if (count > next->actions.count)
    count = next->actions.count;
  for (; kept < count; kept++) {
    const struct memory_action *a = &graph->actions.items[kept], *b = &next->actions.items[kept];
    if (!search->graph.clocks.is_derived[kept] || a->thread != b->thread || a->index != b->index ||
        a->location != b->location ||
        ((a->kind == ACTION_READ || a->kind == ACTION_CHOICE) && a->source != b->source) ||
        !is_same_action(graph, a, next, b) ||
        !is_same_start(&graph->threads.items[a->thread], &next->threads.items[b->thread]))
      break;
  }
  return kept;
}

/* Lowers `kept` until all modification orders agree on the actions below it. */
static size_t cut_orders(const struct graph_search *search, const struct event_graph *next,
                         size_t kept) {
  size_t count = search->graph.events.locations.count;
  if (count > next->locations.count)
    count = next->locations.count;
  for (size_t i = 0; i < count; i++) {
    const struct action_numbers *a = &search->graph.events.locations.items[i].order;
    const struct action_numbers *b = &next->locations.items[i].order;
    size_t left = 0, right = 0;
    for (;;) {
      while (left < a->count && a->items[left] >= kept)
        left++;
      while (right < b->count && b->items[right] >= kept)
        right++;
      if (left == a->count || right == b->count)
        break;
      uint32_t first = a->items[left++], second = b->items[right++];
      if (first != second) {
        kept = first > second ? first : second;
        left = right = 0;
      }
    }
  }
  return kept;
}

/* Lowers `kept` until the prefix ends inside no section. */
static size_t cut_sections(const struct event_graph *next, size_t kept, uint32_t *last) {
  for (size_t i = 0; i < kept; i++)
    last[next->actions.items[i].thread] = (uint32_t)i;
  for (size_t i = next->actions.count; i-- > kept;) {
    const struct memory_action *action = &next->actions.items[i];
    if (!action->in_section || last[action->thread] == NO_ACTION)
      continue;
    for (size_t j = last[action->thread] + 1; j-- > 0;) {
      const struct memory_action *before = &next->actions.items[j];
      if (before->thread == action->thread && before->unit != action->unit)
        break;
      if (before->thread == action->thread && j < kept)
        kept = j;
    }
  }
  return kept;
}

/* Lowers `kept` until the first actions contain their causes and only whole sections. */
static size_t close_prefix(const struct graph_search *search, const struct event_graph *next,
                           size_t kept, uint32_t *counts) {
  for (size_t old = kept + 1; old != kept;) {
    old = kept;
    memset(counts, 0, search->graph.threads.count * sizeof *counts);
    for (size_t i = 0; i < kept; i++)
      counts[next->actions.items[i].thread]++;
    for (size_t i = 0; i < kept; i++)
      for (size_t j = 0; j < search->graph.threads.count && i < kept; j++)
        if (clocks_causes(&search->graph, i)[j] > counts[j])
          kept = i;
    for (size_t i = 0; i < search->graph.threads.count; i++)
      counts[i] = NO_ACTION;
    kept = cut_sections(next, kept, counts);
  }
  return kept;
}

/* Adds the threads that exist and have no actions in the next graph yet. */
static void add_starts(const struct graph_search *search, struct event_graph *next) {
  for (size_t i = 0; i < search->graph.threads.count; i++) {
    if (!search->graph.threads.items[i].exists)
      continue;
    while (next->threads.count <= i)
      vector_push(&next->threads, (struct action_thread_start){0, 0, 0, NO_TWIN});
    next->threads.items[i] = search->graph.events.threads.items[i];
  }
}

void rewind_go_to(struct graph_search *search, struct event_graph *next) {
  size_t count = search->graph.threads.count;
  size_t *agreed = memory_allocate((count + 1) * sizeof *agreed);
  uint32_t *counts = memory_allocate((count + 1) * sizeof *counts);
  bool has_path = search->state && search->is_concurrent && !search->path.is_entangled &&
                  search->state->atomic_owner == NO_THREAD;
  search->path.kept = 0;
  if (has_path) {
    find_agreement(search, next, agreed);
    take_back(search, agreed);
    has_path = !search->path.is_entangled;
  }
  if (has_path) {
    search->path.kept = close_prefix(
        search, next, cut_orders(search, next, first_difference(search, next)), counts);
    add_starts(search, next);
  } else {
    rewind_forget_path(search);
  }
  memory_release(agreed);
  memory_release(counts);
  event_graph_release(&search->graph.events);
  search->graph.events = *next;
}
