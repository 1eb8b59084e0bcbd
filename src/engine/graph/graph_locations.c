/* SPDX-License-Identifier: Apache-2.0 */
#include "engine/graph/graph_locations.h"

#include "engine/graph/unpublished.h"

bool graph_locations_is_record(const struct place *place) {
  return place->dynamic && !place->dynamic->allocation && !place->dynamic->variable;
}

bool graph_locations_is_shared(struct graph_search *search, const struct thread *thread,
                               const struct place *place) {
  if (graph_locations_is_record(place))
    return true;
  bool shared = !place->dynamic ? sharing_of_object(search->facts.sharing, place->variable)
                : place->dynamic->allocation
                    ? sharing_of_allocation(search->facts.sharing, place->dynamic->allocation)
                    : sharing_of_object(search->facts.sharing, place->dynamic->variable);
  if (shared || map_get(&search->locations.shared, place->address, NULL))
    return true;
  uint32_t owner = place->thread ? place->thread->number : 0;
  if (owner != thread->number)
    search_note_shared(search, place->address);
  return false;
}

bool graph_locations_is_constant(const struct place *place) {
  return place->variable && (place->variable->is_constant || place->variable->function);
}

bool graph_locations_is_action(struct graph_search *search, const struct thread *thread,
                               const struct place *place, uint64_t size, bool writes) {
  if (!search->is_concurrent || graph_locations_is_constant(place) ||
      !graph_locations_is_shared(search, thread, place))
    return false;
  if (search->machine.now.is_waiting) /* reads of conditions are always actions */
    unpublished_publish(search, thread);
  if (!unpublished_has(search, thread, place))
    return true;
  unpublished_note(search, thread, place, size, writes);
  return false;
}

/* Is the location left over from an earlier graph, without an access in this one? */
static bool is_unused(const struct graph_search *search, uint32_t number) {
  if (search->graph.accesses.items[number].count ||
      search->graph.events.locations.items[number].order.count)
    return false;
  for (size_t i = 0; i < search->graph.events.actions.count; i++) {
    const struct memory_action *action = clocked_graph_action(&search->graph, i);
    if ((action->kind == ACTION_READ || action->kind == ACTION_WRITE) && action->location == number)
      return false;
  }
  return true;
}

static const char looked_at_padding[] = "an access to padding that copies of a struct leave open";

static bool is_padding(const struct graph_search *search, uint64_t address, uint64_t size) {
  for (size_t i = 0; i < search->locations.padding.count; i++)
    if (search->locations.padding.items[i].start < address + size &&
        address < search->locations.padding.items[i].end)
      return true;
  return false;
}

static void note_initial(struct graph_search *search, const struct place *place,
                         const struct edge *edge, struct action_location *location) {
  if (is_padding(search, location->address, location->size))
    search_not_supported(search, edge, looked_at_padding);
  struct looking_chooser look = chooser_looking();
  struct value value = search->machine.domain->content_read(
      search->machine.domain_context, place->content, place->size, place->offset, location->size,
      edge, &look.chooser);
  location->initial = value.bits;
  location->is_uninitialised = look.was_asked;
}

/* The block may have other contents than in the graph from which the location is left over. */
static uint32_t renew_location(struct graph_search *search, uint32_t number,
                               const struct place *place, const struct edge *edge) {
  struct action_location *location = &search->graph.events.locations.items[number];
  if (is_unused(search, number)) {
    location->object = place->address;
    note_initial(search, place, edge, location);
  }
  return number;
}

uint32_t graph_locations_find(struct graph_search *search, const struct place *place, unsigned size,
                              const struct edge *edge) {
  uint64_t address = place->address + place->offset, known;
  uint32_t life = lifetimes_count(&search->lifetimes, place);
  if (map_get(&search->locations.indexes, address, &known) &&
      known < search->graph.events.locations.count &&
      search->graph.events.locations.items[known].address == address &&
      search->graph.events.locations.items[known].size == size &&
      search->graph.events.locations.items[known].life == life) /* the usual case */
    return renew_location(search, (uint32_t)known, place, edge);
  for (uint32_t i = 0; i < search->graph.events.locations.count; i++) {
    const struct action_location *location = &search->graph.events.locations.items[i];
    if (!graph_locations_overlap(location, address, size) ||
        (location->object == place->address && location->life != life))
      continue;
    if (location->address != address || location->size != size)
      return UINT32_MAX;
    map_set(&search->locations.indexes, address, i);
    return renew_location(search, i, place, edge);
  }
  struct action_location fresh = {
      .address = address, .object = place->address, .size = size, .life = life};
  note_initial(search, place, edge, &fresh);
  vector_push(&search->graph.events.locations, fresh);
  while (search->graph.accesses.count < search->graph.events.locations.count)
    vector_push(&search->graph.accesses, (struct action_numbers){0});
  return (uint32_t)search->graph.events.locations.count - 1;
}

void graph_locations_add_padding(struct graph_search *search, const struct thread *thread,
                                 uint64_t address, uint64_t size) {
  if (!is_padding(search, address, size))
    vector_push(&search->locations.padding, (struct byte_range){address, address + size});
  const struct clocked_graph *graph = &search->graph;
  for (uint32_t i = 0; i < graph->events.locations.count && !search->ending.is_dead; i++)
    if (graph_locations_overlap(&graph->events.locations.items[i], address, size) &&
        !is_unused(search, i))
      search_not_supported(search, search_user_edge(thread, thread_next_edge(thread)),
                           looked_at_padding);
}

void graph_locations_release(struct graph_locations *locations) {
  map_release(&locations->indexes);
  map_release(&locations->shared);
  vector_release(&locations->padding);
}
