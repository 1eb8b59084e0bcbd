/* SPDX-License-Identifier: Apache-2.0 */
/* The values of a choice that are explored. If the program only compares the choice with constants
 * or takes a remainder of it (analysis/relevance.h), one value stands for all that lead to the same
 * execution. A thread function without a return statement has an arbitrary result, which does not
 * matter if no thread asks for results. */
#include "engine/graph/choices.h"

static bool is_result_of_thread(const struct graph_search *search, const struct thread *thread,
                                size_t depth) {
  return depth == 0 && thread->number != 0 && thread->frames.items[depth].function->is_library &&
         !relevance_has_thread_results(search->facts.relevance) &&
         !property_in(PROPERTY_LEAK, search->task->properties);
}

/* The register of the caller that gets the result; NO_REGISTER: none. False: it gets more than a
 * copy. */
static bool find_result(const struct thread *thread, size_t depth, unsigned width, uint32_t *reg) {
  const struct frame *caller = &thread->frames.items[depth - 1];
  const struct edge *edge = &caller->function->edges[thread->frames.items[depth].call_edge];
  if (edge->op != OPERATION_CALL || edge->call.result_count > 1)
    return false;
  *reg = edge->call.result_count ? edge->call.results[0] : NO_REGISTER;
  return *reg == NO_REGISTER || caller->function->registers[*reg].width == width;
}

static bool collect_uses(const struct graph_search *search, const struct thread *thread,
                         uint32_t reg, unsigned width, struct relevant_uses *uses) {
  for (size_t depth = thread->frames.count; depth-- > 0;) {
    const struct relevant_uses *more =
        relevance_uses(search->facts.relevance, thread->frames.items[depth].function, reg);
    relevance_add(uses, more);
    if (!more->is_returned || more->is_wide)
      return !uses->is_wide;
    if (depth == 0 || !find_result(thread, depth, width, &reg))
      return false;
    if (reg == NO_REGISTER || is_result_of_thread(search, thread, depth - 1))
      return true;
  }
  return false;
}

void choices_list(const struct graph_search *search, const struct edge *edge, unsigned width,
                  struct choice_values *values) {
  values->count = 0;
  if (width <= WIDEST_CHOICE) {
    for (size_t i = 0; i < (size_t)1 << width; i++)
      values->items[values->count++] = i;
    return;
  }
  const struct thread *thread = search->running ? search->running : state_thread(search->state, 0);
  if (edge->op != OPERATION_NONDET ||
      thread_top(thread)->function->registers[edge->nondet.target].width != width)
    return;
  struct relevant_uses uses = {.modulus = 1};
  if (!collect_uses(search, thread, edge->nondet.target, width, &uses) ||
      !relevance_list(&uses, width, MOST_CHOICES, values->items, &values->count))
    values->count = 0;
  relevance_release(&uses);
}
