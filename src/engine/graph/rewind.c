/* SPDX-License-Identifier: Apache-2.0 */
/* From one graph to the next. Most of two successive graphs is equal, so its clocks need not be
 * computed nor its steps executed again.
 *
 * The behaviour of a thread depends only on what its actions read and choose, since everything else
 * that threads share is in the graph. So each thread is restored separately, from an image made
 * before a step: the last one before the actions in which the graphs differ. Threads created after
 * that point are removed. A step that changes another thread, for example by freeing one of its
 * blocks, breaks this; then the next graph is executed from the start. There are images of one path
 * only, so memory grows with the length of an execution and not with the number of executions. */
#include "engine/graph/search.h"

#include "semantics/ordering.h"
#include "semantics/store.h"

#include <string.h>

/* So many bytes of an image cost as much as an edge that is executed. */
enum { BYTES_PER_EDGE = 256 };

struct thread_image {
  struct egraph_progress progress;
  size_t writes;
  struct bytes packed;    /* the thread, as store.c packs it */
  struct bytes variables; /* main: those of the program, if they changed since the image before */
  VECTOR(struct loop_visit) loops;
};

static void release_image(struct thread_image *image) {
  vector_release(&image->packed);
  vector_release(&image->variables);
  for (size_t i = 0; i < image->loops.count; i++)
    vector_release(&image->loops.items[i].registers);
  vector_release(&image->loops);
}

static void drop_images(struct egraph_thread *self, size_t count) {
  while (self->images.count > count)
    release_image(&vector_pop(&self->images));
}

void egraph_forget_images(struct egraph_thread *self) {
  drop_images(self, 0);
  vector_release(&self->images);
}

void egraph_forget_path(struct egraph_search *search) {
  for (size_t i = 0; i < search->threads.count; i++)
    drop_images(&search->threads.items[i], 0);
  state_destroy(search->state);
  search->state = NULL;
  search->kept = 0;
}

static struct loop_visit copy_visit(const struct loop_visit *visit) {
  struct loop_visit copy = *visit;
  copy.registers.items = NULL;
  copy.registers.count = copy.registers.capacity = 0;
  vector_reserve(&copy.registers, visit->registers.count);
  for (size_t i = 0; i < visit->registers.count; i++)
    vector_push(&copy.registers, visit->registers.items[i]);
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

bool egraph_has_image(const struct egraph_thread *self, uint64_t steps) {
  return self->images.count && vector_last(&self->images).progress.steps == steps;
}

void egraph_take_image(struct egraph_search *search, uint32_t slot, const struct thread *thread) {
  struct egraph_thread *self = &search->threads.items[slot];
  uint64_t edges = search->machine.edges_executed - self->imaged_at;
  bool may_wait =
      map_get(&search->waiting_edges, (uint64_t)(uintptr_t)thread_next_edge(thread), NULL);
  if (!search->is_concurrent || search->confirming ||
      (self->images.count && edges < self->image_size / BYTES_PER_EDGE && !may_wait))
    return;
  if (egraph_has_image(self, self->progress.steps))
    return; /* it was taken back to that one */
  struct thread_image image = {.progress = self->progress, .writes = self->writes.count};
  store_pack_thread(search->liveness, search->state, thread, &image.packed);
  if (thread->number == 0 && (!self->images.count || search->has_new_variables)) {
    keep_variables(search->state, &image.variables);
    search->has_new_variables = false;
  }
  for (size_t i = 0; i < self->loops.count; i++)
    vector_push(&image.loops, copy_visit(&self->loops.items[i]));
  self->image_size = image.packed.count + image.variables.count;
  self->imaged_at = search->machine.edges_executed;
  vector_push(&self->images, image);
}

void egraph_notice_changes(struct egraph_search *search, const struct thread *running) {
  struct state *state = search->state;
  for (size_t i = 0; i < state->thread_count; i++) {
    struct thread *thread = state->threads[i];
    if (thread != running && thread->packed == CHANGED &&
        search->threads.items[egraph_slot(search, thread->number)].exists)
      search->is_entangled = true;
    thread->packed = 0;
  }
  bool has_changed = have_variables_changed(state);
  for (size_t i = 0; has_changed && i < state->chunk_count; i++)
    state->packed_chunks[i] = 0;
  if (running->number == 0)
    search->has_new_variables |= has_changed;
  else
    search->is_entangled |= has_changed;
}

/* Which variables main has to go back to: those of the last image that has some. */
static void restore_variables(struct egraph_search *search, struct egraph_thread *self,
                              size_t first) {
  struct state *state = search->state;
  bool has_changed = search->has_new_variables || have_variables_changed(state);
  for (size_t i = first + 1; i < self->images.count; i++)
    has_changed |= self->images.items[i].variables.count != 0;
  while (first > 0 && !self->images.items[first].variables.count)
    first--;
  const struct bytes *variables = &self->images.items[first].variables;
  if (has_changed && variables->count)
    memcpy(state->variables, variables->items, variables->count);
  for (size_t i = 0; has_changed && i < state->chunk_count; i++)
    state->packed_chunks[i] = 0;
  search->has_new_variables = false;
}

static void forget_moments(struct block_births *list, uint32_t slot, uint64_t steps) {
  size_t kept = 0;
  for (size_t i = 0; i < list->count; i++)
    if (list->items[i].thread != slot || list->items[i].step <= steps)
      list->items[kept++] = list->items[i];
  list->count = kept;
}

static void forget_births(struct egraph_search *search, uint32_t slot, uint64_t steps) {
  forget_moments(&search->births, slot, steps);
  forget_moments(&search->deaths, slot, steps);
  egraph_rewind_unpublished(search, slot, steps);
}

/* The thread was created behind the point that its creator goes back to. */
static void remove_thread(struct egraph_search *search, uint32_t slot) {
  struct egraph_thread *self = &search->threads.items[slot];
  for (uint32_t i = 0; i < search->threads.count; i++)
    if (i != slot && search->threads.items[i].exists &&
        search->graph.threads.items[i].creator == slot)
      remove_thread(search, i);
  self = &search->threads.items[slot];
  state_remove_thread(search->state, self->number);
  drop_images(self, 0);
  forget_births(search, slot, 0);
  egraph_reset_thread(self);
}

static void restore(struct egraph_search *search, uint32_t slot, size_t index) {
  struct egraph_thread *self = &search->threads.items[slot];
  struct thread *thread = state_thread(search->state, self->number);
  if (thread->number == 0)
    restore_variables(search, self, index);
  drop_images(self, index + 1);
  const struct thread_image *image = &vector_last(&self->images);
  store_unpack_thread(search->liveness, search->state, thread, &image->packed);
  thread->packed = 0;
  self->progress = image->progress;
  self->writes.count = image->writes;
  self->imaged_at = search->machine.edges_executed;
  egraph_forget_loops(self);
  for (size_t i = 0; i < image->loops.count; i++)
    vector_push(&self->loops, copy_visit(&image->loops.items[i]));
  forget_births(search, slot, self->progress.steps);
  for (uint32_t i = 0; i < search->threads.count; i++)
    if (i != slot && search->threads.items[i].exists &&
        search->graph.threads.items[i].creator == slot &&
        search->graph.threads.items[i].steps > search->threads.items[slot].progress.steps)
      remove_thread(search, i);
}

void egraph_restore_last(struct egraph_search *search, uint32_t slot) {
  restore(search, slot, search->threads.items[slot].images.count - 1);
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

/* Does the executed action read from the same write, which is one of those that agree? */
static bool has_same_source(const struct egraph_search *search, const struct memory_action *old,
                            const struct event_graph *next, const struct memory_action *fresh,
                            const size_t *agreed) {
  bool has_source = fresh->kind == ACTION_READ || fresh->kind == ACTION_CHOICE;
  if (!has_source || fresh->source == INITIAL_WRITE || old->source == INITIAL_WRITE)
    return !has_source || fresh->source == old->source;
  const struct memory_action *write = &next->actions.items[fresh->source];
  const struct memory_action *before = &search->graph.actions.items[old->source];
  return write->thread == before->thread && write->index == before->index &&
         write->index < agreed[write->thread];
}

/* How many of the first actions of each thread that were executed are those of the next graph. */
static void find_agreement(const struct egraph_search *search, const struct event_graph *next,
                           size_t *agreed) {
  for (size_t i = 0; i < search->threads.count; i++)
    agreed[i] = 0;
  for (size_t i = 0; i < next->actions.count; i++)
    agreed[next->actions.items[i].thread]++;
  for (size_t i = 0; i < search->threads.count; i++) {
    const struct egraph_thread *self = &search->threads.items[i];
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
          &search->graph.actions
               .items[search->threads.items[fresh->thread].actions.items[fresh->index]];
      if (is_same_action(&search->graph, old, next, fresh) &&
          has_same_source(search, old, next, fresh, agreed))
        continue;
      agreed[fresh->thread] = fresh->index;
      changes = true;
    }
  }
}

/* Takes every thread back to where it agrees with the next graph. */
static void take_back(struct egraph_search *search, const size_t *agreed) {
  for (uint32_t i = 0; i < search->threads.count; i++) {
    const struct egraph_thread *self = &search->threads.items[i];
    if (!self->exists || (self->progress.executed <= agreed[i] && i != search->torn))
      continue;
    size_t index = self->images.count;
    while (index > 0 && self->images.items[index - 1].progress.executed > agreed[i])
      index--;
    if (!index) { /* main, before it had created a thread */
      search->is_entangled = true;
      return;
    }
    restore(search, i, index - 1);
  }
  search->torn = NO_THREAD;
}

static bool is_same_start(const struct action_thread_start *a,
                          const struct action_thread_start *b) {
  return a->creator == b->creator && a->after == b->after && a->twin == b->twin;
}

/* The first action from which on the graphs are numbered, or ordered, in different ways. */
static size_t first_difference(const struct egraph_search *search, const struct event_graph *next) {
  const struct event_graph *graph = &search->graph;
  size_t count = graph->actions.count, kept = 0;
  if (count > next->actions.count)
    count = next->actions.count;
  for (; kept < count; kept++) {
    const struct memory_action *a = &graph->actions.items[kept], *b = &next->actions.items[kept];
    if (!search->is_derived[kept] || a->thread != b->thread || a->index != b->index ||
        a->location != b->location ||
        ((a->kind == ACTION_READ || a->kind == ACTION_CHOICE) && a->source != b->source) ||
        !is_same_action(graph, a, next, b) ||
        !is_same_start(&graph->threads.items[a->thread], &next->threads.items[b->thread]))
      break;
  }
  return kept;
}

/* Up to which number modification orders agree, at most `kept`. */
static size_t cut_orders(const struct egraph_search *search, const struct event_graph *next,
                         size_t kept) {
  size_t count = search->graph.locations.count;
  if (count > next->locations.count)
    count = next->locations.count;
  for (size_t i = 0; i < count; i++) {
    const struct action_numbers *a = &search->graph.locations.items[i].order;
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

/* The prefix must not end inside a section: where the first one begins that it would cut. */
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

/* No cause of the first `kept` actions is another one, and they end with no part of a section. */
static size_t close_prefix(const struct egraph_search *search, const struct event_graph *next,
                           size_t kept, uint32_t *counts) {
  for (size_t old = kept + 1; old != kept;) {
    old = kept;
    memset(counts, 0, search->threads.count * sizeof *counts);
    for (size_t i = 0; i < kept; i++)
      counts[next->actions.items[i].thread]++;
    for (size_t i = 0; i < kept; i++)
      for (size_t j = 0; j < search->threads.count && i < kept; j++)
        if (egraph_causes(search, i)[j] > counts[j])
          kept = i;
    for (size_t i = 0; i < search->threads.count; i++)
      counts[i] = NO_ACTION;
    kept = cut_sections(next, kept, counts);
  }
  return kept;
}

/* Threads that are there although the next graph has nothing of them yet. */
static void add_starts(const struct egraph_search *search, struct event_graph *next) {
  for (size_t i = 0; i < search->threads.count; i++) {
    if (!search->threads.items[i].exists)
      continue;
    while (next->threads.count <= i)
      vector_push(&next->threads, (struct action_thread_start){0, 0, 0, NO_TWIN});
    next->threads.items[i] = search->graph.threads.items[i];
  }
}

void egraph_go_to(struct egraph_search *search, struct event_graph *next) {
  size_t count = search->threads.count;
  size_t *agreed = memory_allocate((count + 1) * sizeof *agreed);
  uint32_t *counts = memory_allocate((count + 1) * sizeof *counts);
  bool has_path = search->state && search->is_concurrent && !search->is_entangled &&
                  search->state->atomic_owner == NO_THREAD;
  search->kept = 0;
  if (has_path) {
    find_agreement(search, next, agreed);
    take_back(search, agreed);
    has_path = !search->is_entangled;
  }
  if (has_path) {
    search->kept = close_prefix(search, next,
                                cut_orders(search, next, first_difference(search, next)), counts);
    add_starts(search, next);
  } else {
    egraph_forget_path(search);
  }
  memory_release(agreed);
  memory_release(counts);
  event_graph_release(&search->graph);
  search->graph = *next;
}
