/* SPDX-License-Identifier: Apache-2.0 */
/* Errors and other reasons for which a step ends, with the place in the user's program. */
#include "semantics/violate.h"

#include "base/text.h"
#include "semantics/tell.h"

#include <assert.h>
#include <stdio.h>

/* Of the callers of frame number `top`, seen as the last one. */
static const struct edge *user_edge_below(const struct thread *thread, size_t top,
                                          const struct edge *edge) {
  for (size_t i = top; i > 0 && thread->frames.items[i].function->is_library; i--)
    edge = &thread->frames.items[i - 1].function->edges[thread->frames.items[i].call_edge];
  return edge;
}

const struct edge *user_edge(const struct thread *thread, const struct edge *edge) {
  return thread->frames.count ? user_edge_below(thread, thread->frames.count - 1, edge) : edge;
}

/* Where the user's code called the function that the thread executes; `edge` if it did not. */
static const struct edge *calling_edge(const struct thread *thread, const struct edge *edge) {
  if (thread->frames.count < 2)
    return edge;
  const struct frame *caller = &thread->frames.items[thread->frames.count - 2];
  const struct edge *call = &caller->function->edges[caller[1].call_edge];
  const struct edge *found = user_edge_below(thread, thread->frames.count - 2, call);
  return found->at.line ? found : edge;
}

/* The undefined function on whose result this access rests, or a call that led here. */
static const char *find_doubt(const struct thread *thread, const struct edge *edge) {
  const char *doubt = edge->doubt;
  for (size_t i = thread->frames.count; i-- > 1 && !doubt;) {
    const struct frame *caller = &thread->frames.items[i - 1];
    doubt = caller->function->edges[thread->frames.items[i].call_edge].doubt;
  }
  return doubt;
}

enum outcome violate(struct machine *machine, struct thread *thread, const struct edge *edge,
                     enum property property, const char *message, uint64_t address,
                     enum outcome unchecked) {
  assert(property_in(property, edge_violates(edge)));
  /* Whether there is memory at an address depends on every thread that allocates or frees it. */
  if (property == PROPERTY_MEMORY && edge->op != OPERATION_CHECK)
    tell_everything(machine);
  if (property == PROPERTY_MEMORY && program_is_opaque(machine->program, address))
    return not_supported(machine, user_edge(thread, edge), OPAQUE_ACCESS);
  if (!property_in(property, machine->properties))
    return unchecked;
  const char *doubt = property == PROPERTY_MEMORY ? find_doubt(thread, edge) : NULL;
  if (doubt) {
    char what[160];
    snprintf(what, sizeof what, "use of the result of the undefined function %.100s", doubt);
    return not_supported(machine, user_edge(thread, edge), what);
  }
  bool is_at_call = edge->op == OPERATION_CHECK && edge->check.at_call;
  const struct edge *place = is_at_call ? calling_edge(thread, edge) : user_edge(thread, edge);
  struct violation_site site = {.property = property};
  site_add(&site, place->at);
  struct accused self = {thread, edge};
  if (is_ignored(machine, &site, &self, 1, address)) {
    machine->counts.ignored++;
    return unchecked;
  }
  machine->violation = (struct violation){.property = property,
                                          .message = message,
                                          .thread = thread->number,
                                          .at = is_at_call ? place->at : edge->at,
                                          .edge = edge,
                                          .address = address,
                                          .other_thread = NO_THREAD,
                                          .site = site};
  return OUTCOME_VIOLATION;
}

enum outcome stopped(struct machine *machine, const struct edge *edge, const char *what,
                     enum outcome outcome) {
  struct text place = {0};
  program_print_position(&place, machine->program, edge->at);
  snprintf(machine->reason, sizeof machine->reason, "%s%s%s", what, place.length ? " at " : "",
           text_get(&place));
  text_release(&place);
  return outcome;
}

enum outcome not_supported(struct machine *machine, const struct edge *edge, const char *what) {
  return stopped(machine, edge, what, OUTCOME_UNSUPPORTED);
}

bool violate_race(struct machine *machine, const struct violation *race,
                  const struct accused accused[2], const struct edge *const user_edges[2]) {
  struct violation_site site = {.property = PROPERTY_RACE};
  site_add(&site, user_edges[0]->at);
  site_add(&site, user_edges[1]->at);
  if (is_ignored(machine, &site, accused, 2, race->address))
    return false;
  machine->violation = *race;
  machine->violation.property = PROPERTY_RACE;
  machine->violation.message = "data race";
  machine->violation.site = site;
  return true;
}

bool machine_reports_race(struct machine *machine, const struct thread *thread,
                          const struct edge *edge, const struct edge *user_edge,
                          const struct past_edge *past, uint64_t address) {
  return violate_race(machine,
                      &(struct violation){.thread = thread->number,
                                          .at = edge->at,
                                          .edge = edge,
                                          .address = address,
                                          .other_thread = past->thread,
                                          .other_edge = past->edge,
                                          .other_at = past->user_edge->at,
                                          .other_is_past = true},
                      (struct accused[]){{thread, edge}, {NULL, past->user_edge}},
                      (const struct edge *const[]){user_edge, past->user_edge});
}
