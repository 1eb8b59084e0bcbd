/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/graph/found_violation.h"

#include "base/memory.h"

#include <string.h>

void found_violation_note_steps(struct graph_search *search, bool all) {
  for (uint32_t i = 0; i < search->graph.threads.count; i++) {
    struct event_thread *self = &search->graph.threads.items[i];
    self->wanted_steps =
        all && self->exists ? self->progress.steps - (i == search->found.thread ? 1 : 0) : 0;
    self->final_wait = SIZE_MAX;
  }
}

/* Raises the numbers of steps so that ancestors of the thread make those that lead to its
 * creation. */
static void want_thread(struct graph_search *search, uint32_t thread) {
  const struct action_thread_start *start = &search->graph.events.threads.items[thread];
  if (start->creator == thread)
    return;
  struct event_thread *creator = &search->graph.threads.items[start->creator];
  if (creator->wanted_steps < start->steps)
    creator->wanted_steps = start->steps;
  want_thread(search, start->creator);
}

void found_violation_note(struct graph_search *search, uint32_t other) {
  if (search->found.has_violation) /* the execution confirms a violation that was found before */
    return;
  search->found.has_violation = true;
  search->found.violation = search->machine.violation;
  search->found.thread = clocked_graph_slot(&search->graph, search->found.violation.thread);
  search->found.racing = other;
  search->found.ending_steps = 0;
  /* The end of an object is no action, so its causes are not known. */
  search->found.rests_on_all =
      search->found.violation.property == PROPERTY_MEMORY && other == NO_ACTION;
  found_violation_note_steps(search, search->found.rests_on_all);
  if (search->found.violation.property == PROPERTY_RACE) { /* freeing a block is no action */
    struct event_thread *self = &search->graph.threads.items[search->found.thread];
    self->wanted_steps = self->progress.steps;
  }
  want_thread(search, search->found.thread);
}

/* Freeing a block writes all of it: does that race with the access, and are races asked for? */
static bool races_with_end(struct graph_search *search, uint32_t thread, uint32_t access) {
  const struct memory_action *action = clocked_graph_action(&search->graph, access);
  const struct thread *self =
      state_thread(search->state, search->graph.threads.items[thread].number);
  const struct edge *edge = thread_next_edge(self);
  struct past_edge past = {search->graph.threads.items[action->thread].number, action->edge,
                           action->user_edge};
  return property_in(PROPERTY_RACE, search->task->properties) && edge->op == OPERATION_FREE &&
         !edge->free.is_slot &&
         machine_reports_race(&search->machine, self, edge, search_user_edge(self, edge), &past,
                              search->graph.events.locations.items[action->location].address);
}

void found_violation_note_end(struct graph_search *search, uint32_t thread, uint32_t access) {
  const struct memory_action *action = clocked_graph_action(&search->graph, access);
  const struct event_thread *self = &search->graph.threads.items[thread];
  if (search->found.has_violation) /* the execution confirms a violation that was found before */
    return;
  bool is_late = property_in(PROPERTY_MEMORY, search->task->properties) &&
                 action->index >= self->prefix[action->thread];
  if (!is_late && !races_with_end(search, thread, access)) {
    search_not_supported(search, action->user_edge,
                         "an access that does not happen before the end of its object");
    return;
  }
  search->found.has_violation = search->ending.is_dead = true;
  search->found.rests_on_all = false;
  found_violation_note_steps(search, false);
  search->found.violation =
      is_late ? (struct violation){.property = PROPERTY_MEMORY, .edge = action->edge}
              : search->machine.violation;
  search->found.thread = is_late ? action->thread : thread;
  search->found.racing = is_late ? NO_ACTION : access;
  search->found.ending = thread;
  search->found.ending_steps = self->progress.steps;
  search->found.too_late = access;
  want_thread(search, search->found.thread);
  want_thread(search, thread);
}

/* Joins the clock `others` to the clock `causes`. */
static void join_causes(const struct graph_search *search, uint32_t *causes,
                        const uint32_t *others) {
  for (size_t i = 0; i < search->graph.clocks.stride; i++)
    if (others[i] > causes[i])
      causes[i] = others[i];
}

/* The causes of the access that races. Of a read-modify-write they are those of its write: without
 * that in the graph, the other access, which is a write, would come between the two halves. */
static const uint32_t *causes_of_racing(const struct graph_search *search) {
  uint32_t racing = search->found.racing;
  const struct memory_action *action = clocked_graph_action(&search->graph, racing);
  const struct action_numbers *actions = &search->graph.threads.items[action->thread].actions;
  if (action->is_exclusive && action->index + 1 < actions->count) {
    uint32_t next = actions->items[action->index + 1];
    if (clocked_graph_action(&search->graph, next)->is_rmw)
      racing = next;
  }
  return clocks_causes(&search->graph, racing);
}

/* The causes of the end of the object, and those of the access that follows it. */
static void find_causes_of_end(struct graph_search *search, uint32_t *causes) {
  const struct memory_action *late = clocked_graph_action(&search->graph, search->found.too_late);
  const struct event_thread *self = &search->graph.threads.items[search->found.ending];
  join_causes(search, causes, self->prefix);
  causes[search->found.ending] = (uint32_t)self->actions.count;
  const struct action_thread_start *start = &search->graph.events.threads.items[late->thread];
  const struct action_numbers *before = late->index
                                            ? &search->graph.threads.items[late->thread].actions
                                            : &search->graph.threads.items[start->creator].actions;
  uint32_t count = late->index ? late->index : start->after;
  if (count)
    join_causes(search, causes, clocks_causes(&search->graph, before->items[count - 1]));
}

static void find_causes(struct graph_search *search, uint32_t *causes) {
  if (search->found.ending_steps) {
    find_causes_of_end(search, causes);
    if (search->found.racing != NO_ACTION)
      join_causes(search, causes, causes_of_racing(search));
    return;
  }
  const struct event_thread *self = &search->graph.threads.items[search->found.thread];
  memcpy(causes, self->prefix, search->graph.clocks.stride * sizeof *causes);
  causes[search->found.thread] = (uint32_t)self->actions.count;
  if (search->found.racing == NO_ACTION)
    return;
  join_causes(search, causes, causes_of_racing(search));
}

void found_violation_keep(struct graph_search *search, const uint32_t *counts) {
  struct event_graph *graph = &search->graph.events;
  uint32_t *numbers = memory_allocate((graph->actions.count + 1) * sizeof *numbers);
  for (size_t i = 0; i < graph->actions.count; i++) {
    const struct memory_action *action = &graph->actions.items[i];
    numbers[i] = action->index < counts[action->thread] ? 0 : NO_ACTION;
  }
  clocked_graph_restrict(graph, numbers);
  memory_release(numbers);
}

void found_violation_keep_causes(struct graph_search *search) {
  size_t stride = search->graph.clocks.stride;
  uint32_t *causes = memory_allocate_zeroed(stride * sizeof *causes);
  if (!search->found.rests_on_all) {
    find_causes(search, causes);
    found_violation_keep(search, causes);
  }
  memory_release(causes);
}
