/* SPDX-License-Identifier: Apache-2.0 */
/* Caches last runs. */
#include "engine/context/finals.h"

#include "program/address.h"
#include "semantics/state.h"

#define NO_RUN UINT32_MAX
enum { MOST_TOUCHES = 200 };

void finals_release(struct finals *finals) {
  map_release(&finals->runs);
  vector_release(&finals->list);
  vector_release(&finals->watched);
  vector_release(&finals->footprint.list);
}

static bool holds(const struct finals *finals, struct machine *machine, const struct state *state,
                  const struct thread *thread, const struct final_run *run) {
  if (run->asks_alone && run->is_alone != state_is_alone(state, thread))
    return false;
  for (uint32_t i = run->first; i < run->first + run->count; i++)
    if (!watched_holds(machine, state, &finals->watched.items[i]))
      return false;
  return true;
}

bool finals_include(const struct finals *finals, struct machine *machine, const struct state *state,
                    const struct thread *thread) {
  uint64_t at;
  if (!map_get(&finals->runs, thread->packed, &at))
    return false;
  for (; at != NO_RUN; at = finals->list.items[at].next)
    if (holds(finals, machine, state, thread, &finals->list.items[at]))
      return true;
  return false;
}

/* Does memory at an address belong to the thread? Then it is part of its local state. */
static bool is_own(const struct machine *machine, uint64_t address, uint32_t number) {
  uint32_t owner;
  bool heap;
  return address_find_thread(machine->program->data_model, address, &owner, &heap) &&
         owner == number;
}

/* Adds an access to those that have to be compared, except values that the run itself wrote before.
 * False: the access cannot be compared. */
static bool add_watched(struct finals *finals, const struct touched *touched, uint32_t first) {
  struct watched watched = {
      .access = {touched->address, touched->address + touched->size, 0, touched->writes},
      .value = touched->value,
      .is_checked = !touched->writes};
  if (!touched->writes && (touched->size > 8 || !touched->is_known))
    return false;
  if (!watched_follow(&watched, finals->watched.items + first, finals->watched.count - first))
    return false;
  vector_push(&finals->watched, watched);
  return true;
}

bool finals_add(struct finals *finals, const struct machine *machine, uint32_t component,
                uint32_t number) {
  const struct footprint *footprint = &finals->footprint;
  struct final_run run = {.first = (uint32_t)finals->watched.count,
                          .asks_alone = footprint->asks_alone,
                          .is_alone = footprint->is_alone,
                          .next = NO_RUN};
  bool is_kept =
      !footprint->everything && !footprint->is_undecidable && footprint->list.count <= MOST_TOUCHES;
  for (size_t i = 0; i < footprint->list.count && is_kept; i++)
    if (!is_own(machine, footprint->list.items[i].address, number))
      is_kept = add_watched(finals, &footprint->list.items[i], run.first);
  if (!is_kept) {
    finals->watched.count = run.first;
    return false;
  }
  uint64_t last;
  if (map_get(&finals->runs, component, &last))
    run.next = (uint32_t)last;
  run.count = (uint32_t)finals->watched.count - run.first;
  map_set(&finals->runs, component, finals->list.count);
  vector_push(&finals->list, run);
  return true;
}
